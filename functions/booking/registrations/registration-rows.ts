import { among, hasId } from '../../platform/database/json-lists.ts'
import { and, eq, getViewSelectedFields, inArray, isNull, type SQL, sql } from 'drizzle-orm'
import type { RegistrationStatus } from '../../contract/states/registration-states.ts'
import type { Db, Ids, Statement } from '../../platform/database/database.ts'
import { type AttendeeReader, attendeeSeenBy, customerReader } from '../../platform/database/attendee-visibility.ts'
import {
  attendees,
  bookings,
  programs,
  registrations,
  statusHistory,
  users,
  customers,
} from '../../platform/database/tables.ts'
import * as paymentStates from '../../contract/states/payment-states.ts'
import { statusList } from '../../platform/database/status-sql.ts'

export type RegistrationRow = typeof registrations.$inferSelect
export type BookingRow = typeof bookings.$inferSelect
export type RegistrationChange = Partial<
  Omit<RegistrationRow, 'id' | 'status' | 'step' | 'updated' | 'program_id' | 'customer_id' | 'kind'>
>

/** The columns of a booking. Its id, order and status are those of the registration. */
const { id, order_id, status, ...booking } = getViewSelectedFields(bookings)

// The reader of a booking is the customer who made it, unless another reader is named.
function joinedRows(db: Db, reader: AttendeeReader = customerReader(db, registrations.customer_id)) {
  return db
    .select({
      registration: registrations,
      booking,
      attendee: attendeeSeenBy(reader, ['first_name', 'last_name'], { booked: 'registrations' }),
      customer: {
        id: customers.id,
        user_id: users.id,
        first_name: users.first_name,
        last_name: users.last_name,
        email: users.email,
        language: users.language,
        is_email_verified: users.is_email_verified,
      },
      program: {
        id: programs.id,
        name: programs.name,
        country: programs.country,
        timezone: programs.timezone,
        preferences: programs.preferences,
        selling: programs.selling,
      },
    })
    .from(registrations)
    .innerJoin(bookings, eq(bookings.id, registrations.id))
    .innerJoin(attendees, eq(attendees.id, registrations.attendee_id))
    .innerJoin(customers, eq(customers.id, registrations.customer_id))
    .innerJoin(users, eq(users.id, customers.user_id))
    .innerJoin(programs, eq(programs.id, registrations.program_id))
}

/** Registrations of a customer by their ids; those of others are missing from the result. */
export const ownByIds = (db: Db, ids: readonly string[], customerId: string) =>
  joinedRows(db).where(and(sql`${registrations.id} IN ${among(ids)}`, eq(registrations.customer_id, customerId)))

/** Held places of a customer with a program that are in no order. */
export const heldOutsideOrders = (db: Db, input: { customer_id: string; program_id: string; now: number }) =>
  joinedRows(db).where(
    sql`${registrations.id} IN (SELECT own.id FROM registrations AS own WHERE own.customer_id = ${input.customer_id} AND +own.program_id = ${input.program_id}
      AND own.status = 'pending' AND own.order_id IS NULL AND own.hold_expires_at >= ${input.now})`,
  )

/** One registration by its id. */
export const byId = (db: Db, id: string) => joinedRows(db).where(eq(registrations.id, id))

/** Condition that a registration is in a cart, which is private to its customer. */
export const isInCart = sql`(${registrations.status} = 'pending'
  AND NOT EXISTS (SELECT 1 FROM orders AS o WHERE o.id = ${registrations.order_id} AND o.status <> 'draft'))`

/** One registration of a program, unless it is in a cart. */
export const ofProgram = (db: Db, input: { program_id: string; registration_id: string }) =>
  joinedRows(db).where(
    and(
      eq(registrations.id, input.registration_id),
      eq(registrations.program_id, input.program_id),
      sql`NOT ${isInCart}`,
    ),
  )

/** Registrations by their ids, regardless of owner, oldest first. */
export const byIds = (db: Db, ids: readonly string[]) =>
  joinedRows(db)
    .where(sql`${registrations.id} IN ${among(ids)}`)
    .orderBy(registrations.created, registrations.id)

/** Every registration of an order, or of several, and the registrations that they reschedule; oldest first. */
export const aroundOrder = (db: Db, orderId: Ids) =>
  joinedRows(db)
    .where(
      sql`${registrations.id} IN (SELECT own.id FROM registrations AS own WHERE ${hasId(sql`own.order_id`, orderId)}
        UNION ALL SELECT o.moves_registration_id FROM orders AS o WHERE ${hasId(sql`o.id`, orderId)} AND o.moves_registration_id IS NOT NULL)`,
    )
    .orderBy(registrations.created, registrations.id)

/** The registrations of a waitlist entry, oldest first. */
export const ofWaitlistEntry = (db: Db, entryId: string | SQL) =>
  joinedRows(db).where(eq(registrations.waitlist_entry_id, entryId)).orderBy(registrations.created, registrations.id)

/**
 * Registrations of a customer and of the people they may see, booked by any customer, that end after a given time;
 * earliest first.
 */
export const ofFamily = (
  db: Db,
  input: { customer_id: string; statuses: readonly RegistrationStatus[]; endsAfter: number; limit: number },
) =>
  joinedRows(db, customerReader(db, input.customer_id))
    .where(
      and(
        sql`${registrations.id} IN (SELECT own.id FROM registrations AS own WHERE own.customer_id = ${input.customer_id}
          UNION SELECT r.id FROM relations AS rel JOIN registrations AS r ON r.attendee_id = rel.attendee_id
            WHERE rel.customer_id = ${input.customer_id} AND rel.archived_at IS NULL AND EXISTS (SELECT 1 FROM json_each(rel.rights) WHERE value = 'view'))`,
        inArray(registrations.status, [...input.statuses]),
        sql`${bookings.ends_at} > ${input.endsAfter}`,
      ),
    )
    .orderBy(bookings.starts_at, registrations.id)
    .limit(input.limit)

/** True when an option, or one of its pools, is full. */
export const isFull = (optionId: string | null) =>
  sql<boolean>`(SELECT o.spots_taken >= o.spots_total OR EXISTS (SELECT 1 FROM option_pools AS m CROSS JOIN pools AS p WHERE m.option_id = o.id AND p.id = m.pool_id AND p.spots_taken >= p.spots_total) FROM event_options AS o WHERE o.id = ${optionId})`

/**
 * Changes one registration if its status and step are still those that were read. With `mayBeExtra` its place is an extra
 * one when its option or one of its pools is full.
 */
export function changeRow(
  db: Db,
  read: RegistrationRow,
  change: RegistrationChange & { status?: RegistrationStatus; step?: number; updated: number },
  mayBeExtra = false,
): Statement {
  return db
    .update(registrations)
    .set({ ...change, ...(mayBeExtra ? { is_extra: isFull(read.option_id) } : {}) })
    .where(and(eq(registrations.id, read.id), eq(registrations.status, read.status), eq(registrations.step, read.step)))
}

/** Adds a pending registration without an order to an order. */
export function attachRow(
  db: Db,
  read: Pick<RegistrationRow, 'id' | 'step'>,
  order: { order_id: string; hold_expires_at: number; updated: number },
): Statement {
  return db
    .update(registrations)
    .set(order)
    .where(
      and(
        eq(registrations.id, read.id),
        eq(registrations.status, 'pending'),
        eq(registrations.step, read.step),
        isNull(registrations.order_id),
      ),
    )
}

/**
 * Sets the same end of the hold for all pending registrations of an order, and the same beginning when the places are
 * held again.
 */
export function holdRows(
  db: Db,
  orderId: string,
  hold: { held_since?: number; hold_expires_at: number; updated: number },
): Statement {
  return db
    .update(registrations)
    .set(hold)
    .where(and(eq(registrations.order_id, orderId), eq(registrations.status, 'pending')))
}

const noLivePayment = sql`NOT EXISTS (SELECT 1 FROM payments WHERE payments.order_id = registrations.order_id AND payments.status IN ${statusList(paymentStates.live)})`

/** What a booking takes a place from: an option of an event, or a time of an appointment type. */
export type BookingSource = Pick<BookingRow, 'kind' | 'source_id' | 'option_id'>

/** These types, and those that need one of the same people or rooms. */
const typesSharing = (types: readonly string[]): SQL =>
  sql`SELECT value FROM json_each(${JSON.stringify(types)}) UNION SELECT shared.appointment_type_id FROM appointment_type_resources AS own CROSS JOIN appointment_type_resources AS shared
    WHERE own.appointment_type_id IN ${among(types)} AND shared.resource_id = own.resource_id`

/** Lapsed holds that block other bookings: past their end, without a payment in progress. */
export function lapsedOfSources(sources: readonly BookingSource[], now: number, exceptOrderId: string | null): SQL {
  const options = sources.flatMap((each) => (each.kind === 'event' ? [each.option_id] : []))
  const types = sources.flatMap((each) => (each.kind === 'appointment' ? [each.source_id] : []))
  const ofSources = [
    ...(options.length > 0 ? [sql`registrations.option_id IN ${among(options)}`] : []),
    ...(types.length > 0 ? [sql`registrations.appointment_type_id IN (${typesSharing(types)})`] : []),
  ]
  return sql`registrations.status = 'pending' AND (${sql.join(ofSources, sql` OR `)}) AND registrations.hold_expires_at < ${now}
    AND coalesce(registrations.order_id, '') <> ${exceptOrderId ?? 'none'} AND ${noLivePayment}`
}

/** Lapsed holds that are in no order, or in a cart that was never submitted. */
export const lapsedOutsideOrders = (now: number): SQL =>
  sql`registrations.status = 'pending' AND registrations.hold_expires_at < ${now} AND ${noLivePayment}
    AND NOT EXISTS (SELECT 1 FROM orders WHERE orders.id = registrations.order_id AND orders.status <> 'draft')`

/** Inserts the history rows first, while the status is still `pending`, then changes the status. */
export function expireRows(db: Db, lapsed: SQL, now: number): [Statement, Statement] {
  return [
    db
      .insert(statusHistory)
      .select(
        sql`SELECT 'registration', id, step + 1, status, 'expired', 'system', NULL, 'hold_lapsed', ${now}, NULL, NULL FROM registrations WHERE ${lapsed}`,
      ),
    db
      .update(registrations)
      .set({ status: 'expired', step: sql`${registrations.step} + 1`, updated: now })
      .where(lapsed),
  ]
}

/** Programs and events whose pages show the places about to be released. */
export const lapsedPlaces = (db: Db, lapsed: SQL) =>
  db
    .selectDistinct({
      program_id: registrations.program_id,
      event_id: registrations.event_id,
      appointment_type_id: registrations.appointment_type_id,
    })
    .from(registrations)
    .where(lapsed)

type LapsedPlace = { event_id: string | null; appointment_type_id: string | null }
/** The lapsed holds of one event or appointment type. */
export const lapsedOf = (lapsed: SQL, { event_id, appointment_type_id }: LapsedPlace): SQL =>
  sql`${lapsed} AND registrations.event_id IS ${event_id} AND registrations.appointment_type_id IS ${appointment_type_id}`

/**
 * SQL for the order id of a registration, inside a query that has only the registration; NULL when it is in no order.
 */
export const orderOfRegistration = (registrationId: string): SQL =>
  sql`(SELECT order_id FROM registrations WHERE id = ${registrationId})`
