import { and, asc, count, desc, eq, gt, inArray, lt, sql } from 'drizzle-orm'
import type { BookingListQuery } from '../../contract/people/invitation.ts'
import type { Db } from '../../platform/database/database.ts'
import { bookings, bookingTimes, customers, programs, registrations, users } from '../../platform/database/tables.ts'
import * as registrationStates from '../../contract/states/registration-states.ts'

type Filter = { attendee_id: string } & BookingListQuery

/** One page of a person's registrations with who booked them, and the total count, for one batch. */
export const bookingsOf = (db: Db, filter: Filter) =>
  [
    db
      .select({
        id: registrations.id,
        program_id: registrations.program_id,
        customer_id: registrations.customer_id,
        status: registrations.status,
        booking: {
          title: bookings.title,
          option_title: bookings.option_title,
          translations: bookings.translations,
          starts_at: bookings.starts_at,
          ends_at: bookings.ends_at,
          ...bookingTimes,
          venue: bookings.venue,
        },
        program_name: programs.name,
        first_name: users.first_name,
        last_name: users.last_name,
      })
      .from(registrations)
      .innerJoin(bookings, eq(bookings.id, registrations.id))
      .innerJoin(programs, eq(programs.id, registrations.program_id))
      .innerJoin(customers, eq(customers.id, registrations.customer_id))
      .innerJoin(users, eq(users.id, customers.user_id))
      .where(matching(filter))
      .orderBy(filter.order === 'asc' ? asc(bookings.starts_at) : desc(bookings.starts_at), asc(registrations.id))
      .limit(filter.limit)
      .offset(filter.skip),
    db
      .select({ total: count() })
      .from(registrations)
      .innerJoin(bookings, eq(bookings.id, registrations.id))
      .where(matching(filter)),
  ] as const

const matching = ({ attendee_id, program_id, event_ends_gt, event_scheduled_lt }: Filter) =>
  and(
    eq(registrations.attendee_id, attendee_id),
    inArray(registrations.status, registrationStates.shared.statuses),
    program_id === undefined ? undefined : sql`+${registrations.program_id} = ${program_id}`,
    event_ends_gt === undefined ? undefined : gt(bookings.ends_at, Date.parse(event_ends_gt)),
    event_scheduled_lt === undefined ? undefined : lt(bookings.starts_at, Date.parse(event_scheduled_lt)),
  )
