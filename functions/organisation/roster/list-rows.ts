import { among } from '../../platform/database/json-lists.ts'
import { and, asc, desc, eq, type SQL, sql } from 'drizzle-orm'
import { mostCounted } from '../../contract/paging.ts'
import type { ProgramRegistrationListQuery } from '../../contract/organisation/roster.ts'
import type { Reach } from '../../platform/context.ts'
import type { Db } from '../../platform/database/database.ts'
import { registrationWithin } from '../../platform/database/reach-sql.ts'
import { attendeeSeenBy, nameForProgram } from '../../platform/database/attendee-visibility.ts'
import {
  attendees,
  bookings,
  customers,
  events,
  orders,
  programs,
  registrations,
  users,
} from '../../platform/database/tables.ts'
import { undoEndOf } from '../../changes/cancellations/undo-window.ts'
import { isInCart } from '../../booking/registrations/load-registration.ts'
import { signedVersionOf, waiverOf } from './roster-rows.ts'
import * as checkInStates from '../../contract/states/check-in-states.ts'
import * as registrationStates from '../../contract/states/registration-states.ts'
import { statusList } from '../../platform/database/status-sql.ts'

/** Input of the list; `ids` is a subquery for the ids of the registrations that may be listed. */
export type ListRowsInput = ProgramRegistrationListQuery & {
  program_id: string
  ids?: SQL
  /** Only bookings that end from this time on, or before it. */
  ends?: { from: number } | { before: number }
}
type WithinReach = ListRowsInput & { reach: Reach }

function matching({ status, all, ...input }: WithinReach): SQL | undefined {
  const when = (text: string) => Date.parse(text)
  const statuses = status ?? (all ? undefined : registrationStates.sold.statuses)
  const conditions: (SQL | undefined)[] = [
    input.event_id === undefined ? undefined : eq(registrations.event_id, input.event_id),
    input.appointment_type_id === undefined
      ? undefined
      : sql`${registrations.appointment_type_id} = ${input.appointment_type_id}`,
    input.attendee_profile_id === undefined
      ? undefined
      : eq(registrations.attendee_profile_id, input.attendee_profile_id),
    input.customer_profile_id === undefined
      ? undefined
      : eq(registrations.customer_profile_id, input.customer_profile_id),
    input.order_id === undefined ? undefined : eq(registrations.order_id, input.order_id),
    statuses && sql`${registrations.status} IN ${among(statuses)}`,
    input.created_lt === undefined ? undefined : sql`${registrations.created} < ${when(input.created_lt)}`,
    input.created_gte === undefined ? undefined : sql`${registrations.created} >= ${when(input.created_gte)}`,
    input.event_scheduled_lt === undefined ? undefined : sql`${bookings.starts_at} < ${when(input.event_scheduled_lt)}`,
    input.event_scheduled_lte === undefined
      ? undefined
      : sql`${bookings.starts_at} <= ${when(input.event_scheduled_lte)}`,
    input.event_scheduled_gt === undefined ? undefined : sql`${bookings.starts_at} > ${when(input.event_scheduled_gt)}`,
    input.event_scheduled_gte === undefined
      ? undefined
      : sql`${bookings.starts_at} >= ${when(input.event_scheduled_gte)}`,
  ]
  const { ids, ends } = input
  return and(
    // Without the plus sign, the index of the program is read instead of these registrations.
    ids
      ? sql`${registrations.id} IN ${ids} AND +${registrations.program_id} = ${input.program_id}`
      : eq(registrations.program_id, input.program_id),
    sql`NOT ${isInCart}`,
    ends && ('from' in ends ? sql`${bookings.ends_at} >= ${ends.from}` : sql`${bookings.ends_at} < ${ends.before}`),
    registrationWithin(input.reach),
    ...conditions,
  )
}

/** A page of the registrations of a program. */
export const pageOfRegistrations = (db: Db, input: WithinReach) => {
  const towards = input.order === 'desc' ? desc : asc
  const columns = {
    created: [registrations.created],
    starts_at: [bookings.starts_at],
    name: [nameForProgram('last_name'), nameForProgram('first_name')],
  }[input.sort]
  return db
    .select({
      registration: registrations,
      title: bookings.title,
      option_title: bookings.option_title,
      translations: bookings.translations,
      starts_at: bookings.starts_at,
      ends_at: bookings.ends_at,
      timezone: bookings.timezone,
      attendee: attendeeSeenBy({ program_id: registrations.program_id }, ['first_name', 'last_name', 'date_of_birth'], {
        booked: 'registrations',
      }),
      user: { first_name: users.first_name, last_name: users.last_name, email: users.email, phone: users.phone },
      receipt_number: orders.receipt_number,
      waiver: waiverOf,
      waiver_signed: signedVersionOf,
      days_attended: sql<number>`(SELECT count(*) FROM check_ins AS c WHERE c.registration_id = registrations.id AND c.status IN ${statusList(checkInStates.came)})`,
      undo_until: undoEndOf('registrations'),
    })
    .from(registrations)
    .innerJoin(bookings, eq(bookings.id, registrations.id))
    .innerJoin(attendees, eq(attendees.id, registrations.attendee_id))
    .innerJoin(customers, eq(customers.id, registrations.customer_id))
    .innerJoin(users, eq(users.id, customers.user_id))
    .innerJoin(programs, eq(programs.id, registrations.program_id))
    .leftJoin(events, eq(events.id, registrations.event_id))
    .leftJoin(orders, eq(orders.id, registrations.order_id))
    .where(matching(input))
    .orderBy(...columns.map(towards), towards(registrations.id))
    .limit(input.limit)
    .offset(input.skip)
}
export type ListedRegistration = Awaited<ReturnType<typeof pageOfRegistrations>>[number]

/** The number of matches, up to a maximum. Bookings are read only if a day is requested. */
export const countRegistrations = (db: Db, input: WithinReach) => {
  const max = mostCounted(input)
  const registered = db
    .select({ one: sql<number>`1`.as('one') })
    .from(registrations)
    .$dynamic()
  const asksForDay = Object.keys(input).some((name) => name === 'ends' || name.startsWith('event_scheduled_'))
  const rows = (asksForDay ? registered.innerJoin(bookings, eq(bookings.id, registrations.id)) : registered)
    .where(matching(input))
    .limit(max + 1)
  return db
    .select({ total: sql<number>`min(count(*), ${max})`, is_capped: sql<number>`count(*) > ${max}` })
    .from(rows.as('registered'))
}
