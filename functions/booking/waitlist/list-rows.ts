import { and, asc, eq, sql } from 'drizzle-orm'
import type { OrganiserWaitlistEntry } from '../../contract/booking/waitlist.ts'
import type { Db } from '../../platform/database/database.ts'
import { attendeeSeenBy, nameFields } from '../../platform/database/attendee-visibility.ts'
import {
  attendees,
  bookings,
  customers,
  events,
  registrations,
  users,
  waitlistEntries,
} from '../../platform/database/tables.ts'
import * as registrationStates from '../../contract/states/registration-states.ts'
import { statusList } from '../../platform/database/status-sql.ts'

/** The event with this key, and its time zone. */
export const eventOfKey = (db: Db, input: { program_id: string; key: string }) =>
  db
    .select({ id: events.id, timezone: events.timezone })
    .from(events)
    .where(and(eq(events.program_id, input.program_id), eq(events.key, input.key)))

/** People on the waitlist of an event or with an offer, oldest entry first. */
export const waitingPeople = (db: Db, eventId: string) =>
  db
    .select({
      entry: waitlistEntries,
      registration_id: registrations.id,
      status: sql<OrganiserWaitlistEntry['status']>`${registrations.status}`,
      hold_expires_at: registrations.hold_expires_at,
      customer_profile_id: registrations.customer_profile_id,
      attendee_profile_id: registrations.attendee_profile_id,
      attendee: attendeeSeenBy({ program_id: registrations.program_id }, nameFields, { booked: 'registrations' }),
      option_id: bookings.option_id,
      option_title: bookings.option_title,
      translations: bookings.translations,
      user: { first_name: users.first_name, last_name: users.last_name, email: users.email, phone: users.phone },
    })
    .from(registrations)
    .innerJoin(waitlistEntries, eq(waitlistEntries.id, registrations.waitlist_entry_id))
    .innerJoin(bookings, eq(bookings.id, registrations.id))
    .innerJoin(attendees, eq(attendees.id, registrations.attendee_id))
    .innerJoin(customers, eq(customers.id, registrations.customer_id))
    .innerJoin(users, eq(users.id, customers.user_id))
    .where(
      and(
        eq(registrations.event_id, eventId),
        sql`${registrations.status} IN ${statusList(registrationStates.listed)}`,
      ),
    )
    .orderBy(asc(waitlistEntries.created), asc(waitlistEntries.id), asc(registrations.id))
export type WaitingPerson = Awaited<ReturnType<typeof waitingPeople>>[number]
