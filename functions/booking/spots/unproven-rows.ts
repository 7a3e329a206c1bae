import { type SQL, sql } from 'drizzle-orm'
import type { Db, Statement } from '../../platform/database/database.ts'
import * as paymentStates from '../../contract/states/payment-states.ts'
import { guardThat, literal } from '../../platform/database/guard.ts'
import { statusList } from '../../platform/database/status-sql.ts'

/** A hold by an unproven account: the customer, their network and the option. */
export type UnprovenHold = { customer_id: string; network: string; option_id: string | null; now: number }
export type UnprovenCeiling = {
  account: { bookings: number; places: number }
  network: { bookings: number; places: number }
  /** Minimum ratio of free places of an option or its pools to the places that unproven accounts hold. */
  leftPerPlace: number
}

/** Condition that a customer's email is unconfirmed and that they never paid. */
export const isUnproven = (customerId: SQL): SQL =>
  sql`EXISTS (SELECT 1 FROM customers AS c JOIN users AS u ON u.id = c.user_id WHERE c.id = ${customerId} AND u.is_email_verified = 0)
    AND NOT EXISTS (SELECT 1 FROM orders AS o WHERE o.customer_id = ${customerId} AND o.amount_paid > 0)`

/**
 * Condition that a registration holds a place. A registration with a payment in progress holds its place even after its
 * hold ended.
 */
const isHeld = (now: number): SQL =>
  sql`r.status = 'pending' AND (r.hold_expires_at >= ${literal(now)} OR EXISTS (
    SELECT 1 FROM payments AS p WHERE p.order_id = r.order_id AND p.status IN ${statusList(paymentStates.live)}))`

// The weeks of a series count as one booking: same person, same duration, same creation time.
const bookings = sql`count(DISTINCT coalesce(r.attendee_id || ' ' || r.appointment_option_id || ' ' || r.created, r.id))`

const ofAccount = ({ customer_id, now }: UnprovenHold): SQL =>
  sql`FROM registrations AS r WHERE r.customer_id = ${literal(customer_id)} AND ${isHeld(now)}`
const ofNetwork = ({ network, now }: UnprovenHold): SQL =>
  sql`FROM unproven_holds AS h JOIN registrations AS r ON r.id = h.registration_id WHERE h.network = ${literal(network)} AND ${isHeld(now)} AND ${isUnproven(sql`r.customer_id`)}`
const ofOptions = (optionIds: SQL, now: number): SQL =>
  sql`FROM registrations AS r WHERE r.option_id IN (${optionIds}) AND ${isHeld(now)} AND ${isUnproven(sql`r.customer_id`)}`

const isWithin = (held: SQL, max: { bookings: number; places: number }): SQL =>
  sql`(SELECT ${bookings} <= ${literal(max.bookings)} AND count(*) <= ${literal(max.places)} ${held})`

/**
 * Condition that the unproven holds of an option, and of each pool it uses, are a single place or within the allowed
 * ratio.
 */
function isWithinLeft(optionId: string, now: number, times: number): SQL {
  const option = literal(optionId)
  const ofPool = ofOptions(sql`SELECT each.option_id FROM option_pools AS each WHERE each.pool_id = l.id`, now)
  return sql`NOT EXISTS (
    SELECT 1 FROM (
      SELECT o.spots_total - o.spots_taken AS free, (SELECT count(*) ${ofOptions(option, now)}) AS held FROM event_options AS o WHERE o.id = ${option}
      UNION ALL
      SELECT l.spots_total - l.spots_taken, (SELECT count(*) ${ofPool}) FROM option_pools AS op JOIN pools AS l ON l.id = op.pool_id WHERE op.option_id = ${option}
    ) WHERE held > 1 AND held * ${literal(times)} > free + held)`
}

/** Stores the network of places that an unproven account just took. */
export const insertUnprovenHolds = (
  db: Db,
  ids: readonly string[],
  { customer_id, network, now }: UnprovenHold,
): Statement =>
  db.run(
    sql`INSERT INTO unproven_holds (registration_id, network, created) SELECT r.id, ${literal(network)}, ${literal(now)} FROM registrations AS r
      WHERE r.id IN (${sql.join(ids.map(literal), sql`, `)}) AND ${isUnproven(literal(customer_id))}
      ON CONFLICT (registration_id) DO UPDATE SET network = excluded.network, created = excluded.created`,
  )

/** Aborts the batch when an unproven account, its network, or all unproven holds of an option exceed their limit. */
export function guardUnprovenRows(db: Db, hold: UnprovenHold, max: UnprovenCeiling): Statement {
  const { option_id, now } = hold
  return guardThat(
    db,
    sql`NOT (${isUnproven(literal(hold.customer_id))}) OR (${isWithin(ofAccount(hold), max.account)} AND ${isWithin(ofNetwork(hold), max.network)}
      ${option_id === null ? sql`` : sql`AND ${isWithinLeft(option_id, now, max.leftPerPlace)}`})`,
    'unproven_places',
  )
}

/** Counts of the places that the account, its network and the option hold, and when the first hold of each ends. */
export const unprovenHolds = (db: Db, hold: UnprovenHold) =>
  db.all<{ bookings: number; ends: number | null }>(
    sql`SELECT ${bookings} AS bookings, min(r.hold_expires_at) AS ends ${ofAccount(hold)}
      UNION ALL SELECT ${bookings}, min(r.hold_expires_at) ${ofNetwork(hold)}
      UNION ALL SELECT ${bookings}, min(r.hold_expires_at) ${ofOptions(literal(hold.option_id ?? 'none'), hold.now)}`,
  )
