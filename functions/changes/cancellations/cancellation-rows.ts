import { and, count, eq, isNotNull, isNull, sql } from 'drizzle-orm'
import type { Db, Statement } from '../../platform/database/database.ts'
import { priorities } from '../../platform/database/outbox.ts'
import { orderItems, orders, outbox, registrations } from '../../platform/database/tables.ts'
import * as registrationStates from '../../contract/states/registration-states.ts'
import { statusList } from '../../platform/database/status-sql.ts'

/**
 * Marks an item as cancelled, and adds what that refunds. Cancelling it twice breaks the guard that follows. An organisation's
 * cancellation has no `refund_policy`, so no lost discount is deducted for it.
 */
export function cancelItem(
  db: Db,
  itemId: string,
  cancelled: { at: number; amount: number; refund_policy?: number; discount_lost?: number },
): Statement {
  const { at, amount, ...terms } = cancelled
  return db
    .update(orderItems)
    .set({ cancelled_at: at, amount_cancelled: sql`${orderItems.amount_cancelled} + ${amount}`, ...terms })
    .where(and(eq(orderItems.id, itemId), isNull(orderItems.cancelled_at)))
}

/** Opens the item of a place that came back, with its amounts from before the cancellation. */
export const restoreItem = (
  db: Db,
  { id, ...before }: { id: string; amount_cancelled: number; refund_policy: number | null; discount_lost: number },
): Statement =>
  db
    .update(orderItems)
    .set({ ...before, cancelled_at: null })
    .where(and(eq(orderItems.id, id), isNotNull(orderItems.cancelled_at)))

const waiting = statusList(registrationStates.open)

/** Counts the registrations of an event that its cancellation ends. */
export const registrationsToEnd = (db: Db, eventId: string) =>
  db
    .select({ found: count() })
    .from(registrations)
    .where(and(eq(registrations.event_id, eventId), sql`${registrations.status} IN ${waiting}`))

/**
 * Inserts a job for every order with a place in an event, and for every registration of it without an order. Once per
 * event.
 */
export const insertCancellationJobs = (db: Db, event: { id: string; by: string | null; at: number }): Statement =>
  db
    .insert(outbox)
    .select(sql`SELECT NULL, iif(order_id IS NULL, 'registration.end_for_event', 'order.end_for_event'), coalesce(order_id, id),
    iif(order_id IS NULL, 'registration.end_for_event:' || id, 'order.end_for_event:' || event_id || ':' || order_id), json_object('event_id', event_id, 'by', ${event.by}), ${priorities.bulk}, ${event.at}, 0, NULL, NULL, NULL, NULL, NULL
    FROM registrations WHERE event_id = ${event.id} AND status IN ${waiting} GROUP BY coalesce(order_id, id)`)
    .onConflictDoNothing()

/** Condition for a place in an order that is paid or waits for its money; a cart is private. */
const isOrdered = sql`(${registrations.status} IN ${statusList(registrationStates.booked)} AND ${orders.status} <> 'draft')`

/**
 * What the cancellation of an event means to its people: places that end, families that are told, and people who wait.
 * The families are the same after it.
 */
export const cancellationCounts = (db: Db, eventId: string) =>
  db
    .select({
      places: sql<number>`count(*) FILTER (WHERE ${isOrdered})`,
      families: sql<number>`count(DISTINCT ${registrations.customer_id}) FILTER (WHERE ${isOrdered}
        OR ${registrations.cancel_reason} = 'event_cancelled' OR ${orders.cancel_reason} = 'event_cancelled')`,
      waiting: sql<number>`count(*) FILTER (WHERE ${registrations.status} IN ${statusList(registrationStates.listed)})`,
    })
    .from(registrations)
    .leftJoin(orders, eq(orders.id, registrations.order_id))
    .where(eq(registrations.event_id, eventId))

/** The orders that the cancellation of an event ends, or whose places it ends; no carts. */
export const ordersToEnd = (db: Db, eventId: string) =>
  db
    .selectDistinct({ id: orders.id })
    .from(registrations)
    .innerJoin(orders, eq(orders.id, registrations.order_id))
    .where(and(eq(registrations.event_id, eventId), isOrdered))
