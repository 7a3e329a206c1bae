import { among } from '../../platform/database/json-lists.ts'
import { and, asc, count, desc, eq, type SQL, sql } from 'drizzle-orm'
import type { RegistrationListQuery } from '../../contract/booking/registration.ts'
import type { Db } from '../../platform/database/database.ts'
import { attendeeSeenBy, customerReader, nameFields } from '../../platform/database/attendee-visibility.ts'
import { attendees, bookings, orders, programs, registrations } from '../../platform/database/tables.ts'

/** The searchable texts of all registrations of a customer that match the query, in the order of the query. */
export const searchedOf = (db: Db, customerId: string, input: RegistrationListQuery) =>
  db
    .select({
      id: registrations.id,
      title: bookings.title,
      option: bookings.option_title,
      translations: bookings.translations,
      program: programs.name,
      attendee: attendeeSeenBy(customerReader(db, customerId), nameFields, { booked: 'registrations' }),
      receipt_number: orders.receipt_number,
    })
    .from(registrations)
    .innerJoin(bookings, eq(bookings.id, registrations.id))
    .innerJoin(programs, eq(programs.id, registrations.program_id))
    .innerJoin(attendees, eq(attendees.id, registrations.attendee_id))
    .leftJoin(orders, eq(orders.id, registrations.order_id))
    .where(matching(customerId, input))
    .orderBy(...inOrder(input))

/** Number of a customer's registrations that match the query. */
export const countListed = (db: Db, customerId: string, input: RegistrationListQuery) =>
  db
    .select({ total: count() })
    .from(registrations)
    .innerJoin(bookings, eq(bookings.id, registrations.id))
    .where(matching(customerId, input))

/** The ids of one page of a customer's registrations, in the requested order. */
export const pageOf = (db: Db, customerId: string, input: RegistrationListQuery) =>
  db
    .select({ id: registrations.id })
    .from(registrations)
    .innerJoin(bookings, eq(bookings.id, registrations.id))
    .where(matching(customerId, input))
    .orderBy(...inOrder(input))
    .limit(input.limit)
    .offset(input.skip)

const matching = (customerId: string, input: RegistrationListQuery) =>
  and(eq(registrations.customer_id, customerId), ...conditions(input))

function inOrder({ sort, order }: RegistrationListQuery): SQL[] {
  const towards = order === 'asc' ? asc : desc
  return [towards(sort === 'created' ? registrations.created : bookings.starts_at), towards(registrations.id)]
}

export type SearchedRow = Awaited<ReturnType<typeof searchedOf>>[number]

// The unary plus keeps SQLite from using the program's index: a program has far more registrations than a customer.
function conditions(input: RegistrationListQuery): SQL[] {
  const when = (text: string) => Date.parse(text)
  const all: (SQL | false)[] = [
    input.program_id !== undefined && sql`+${registrations.program_id} = ${input.program_id}`,
    input.event_id !== undefined && sql`${registrations.event_id} = ${input.event_id}`,
    input.appointment_type_id !== undefined && sql`${registrations.appointment_type_id} = ${input.appointment_type_id}`,
    input.attendee_id !== undefined && sql`${registrations.attendee_id} = ${input.attendee_id}`,
    input.order_id !== undefined && sql`${registrations.order_id} = ${input.order_id}`,
    input.status !== undefined && sql`${registrations.status} IN ${among(input.status)}`,
    input.is_preregistration_enabled !== undefined &&
      sql`${bookings.is_preregistration_enabled} = ${input.is_preregistration_enabled === 'true' ? 1 : 0}`,
    input.event_scheduled_lt !== undefined && sql`${bookings.starts_at} < ${when(input.event_scheduled_lt)}`,
    input.event_scheduled_lte !== undefined && sql`${bookings.starts_at} <= ${when(input.event_scheduled_lte)}`,
    input.event_scheduled_gt !== undefined && sql`${bookings.starts_at} > ${when(input.event_scheduled_gt)}`,
    input.event_ends_gt !== undefined && sql`${bookings.ends_at} > ${when(input.event_ends_gt)}`,
    input.event_ends_lte !== undefined && sql`${bookings.ends_at} <= ${when(input.event_ends_lte)}`,
    input.event_scheduled_gte !== undefined && sql`${bookings.starts_at} >= ${when(input.event_scheduled_gte)}`,
  ]
  return all.filter((each) => each !== false)
}
