import { and, asc, desc, eq, gte, inArray, isNull, lt, lte, or, type SQL, sql } from 'drizzle-orm'
import type { Page } from '../../contract/paging.ts'
import type { PaymentState } from '../../contract/states/payment-states.ts'
import type { Db, Statement } from '../../platform/database/database.ts'
import { guardThat, literal } from '../../platform/database/guard.ts'
import { retryLostWrite } from '../../platform/database/retry-lost-write.ts'
import { cardDeclines, orders, payments } from '../../platform/database/tables.ts'
import * as orderStates from '../../contract/states/order-states.ts'
import * as paymentStates from '../../contract/states/payment-states.ts'
import { statusList } from '../../platform/database/status-sql.ts'

export type PaymentRow = typeof payments.$inferSelect
// The condition must be exactly that of the indexes payments_open and orders_open, or SQLite does not use them.
const isOpen = sql`${payments.status} IN ${statusList(paymentStates.live)}`
const isUnpaid = sql`${orders.status} IN ${statusList(orderStates.open)}`

export type PaymentChange = Partial<
  Omit<PaymentRow, 'id' | 'order_id' | 'customer_id' | 'status' | 'step' | 'created' | 'updated'>
>

export const insertPayment = (db: Db, row: typeof payments.$inferInsert): Statement => db.insert(payments).values(row)

/** Updates a payment if it still has the status and step that were read. */
export function changePayment(
  db: Db,
  read: PaymentRow,
  change: PaymentChange & { status: PaymentState; step: number; updated: number },
): Statement {
  return db
    .update(payments)
    .set(change)
    .where(and(eq(payments.id, read.id), eq(payments.status, read.status), eq(payments.step, read.step)))
}

/** A payment, as the last read of a batch. */
export const paymentById = (db: Db, id: string) => db.select().from(payments).where(eq(payments.id, id))

/** A payment by the provider's intent, as a read of a batch. */
export const paymentByIntent = (db: Db, intentId: string) =>
  db.select().from(payments).where(eq(payments.intent_id, intentId))

/**
 * The payments that contain the money of an intent: its own, then those that moved with a place to another order.
 * `held` is the amount that each still has, in minor units.
 */
export const moneyOfIntent = (db: Db, intentId: string) =>
  db.all<{ id: string; held: number }>(sql`WITH RECURSIVE money (id) AS (
    SELECT id FROM payments WHERE intent_id = ${intentId}
    UNION SELECT p.id FROM money AS m CROSS JOIN payments AS p ON p.carried_from = m.id AND p.carried_from IS NOT NULL)
  SELECT p.id, p.amount_received - coalesce((SELECT sum(c.amount_received) FROM payments AS c WHERE c.carried_from = p.id AND c.carried_from IS NOT NULL), 0) AS held
  FROM money AS m CROSS JOIN payments AS p ON p.id = m.id ORDER BY p.carried_from IS NOT NULL, p.updated, p.id`)

/** A payment by the key of its charge. */
export const paymentByChargeKey = (db: Db, key: string) =>
  db
    .select()
    .from(payments)
    .where(and(eq(payments.charge_key, key), sql`${payments.charge_key} IS NOT NULL`))

/** The order of a payment, by the payment's id. */
export const orderOfPayment = (db: Db, paymentId: string) =>
  db
    .select({ order_id: payments.order_id, program_id: orders.program_id })
    .from(payments)
    .innerJoin(orders, eq(orders.id, payments.order_id))
    .where(eq(payments.id, paymentId))

/** A page of an order's payments, and the total of all matches. */
export async function pageOfPayments(
  db: Db,
  input: Page & { order_id: string; has_error?: boolean | undefined },
): Promise<{ rows: PaymentRow[]; total: number }> {
  const direction = input.order === 'desc' ? desc : asc
  const error =
    input.has_error === undefined
      ? undefined
      : input.has_error
        ? eq(payments.status, 'failed')
        : sql`${payments.status} <> 'failed'`
  const which = and(eq(payments.order_id, input.order_id), error)
  const [rows, [count]] = await db.batch([
    db
      .select()
      .from(payments)
      .where(which)
      .orderBy(direction(payments.created), direction(payments.id))
      .limit(input.limit)
      .offset(input.skip),
    db.select({ total: sql<number>`count(*)` }).from(payments).where(which),
  ])
  return { rows, total: count?.total ?? 0 }
}

export const insertDecline = (db: Db, row: typeof cardDeclines.$inferInsert): Statement =>
  db.insert(cardDeclines).values(row)

/** Times of a customer's declines since a time, newest first, at most `max` of them. */
export const declineTimes = (db: Db, input: { customer_id: string; since: number; max: number }) =>
  db
    .select({ at: cardDeclines.at })
    .from(cardDeclines)
    .where(and(eq(cardDeclines.customer_id, input.customer_id), gte(cardDeclines.at, input.since)))
    .orderBy(desc(cardDeclines.at))
    .limit(input.max)

/** Card payments in progress whose last look-up was before a time. */
export async function paymentsToAsk(db: Db, before: number): Promise<PaymentRow[]> {
  return db
    .select()
    .from(payments)
    .where(
      and(
        isOpen,
        eq(payments.checkout_method, 'card'),
        or(isNull(payments.provider_called_at), lte(payments.provider_called_at, before)),
      ),
    )
    .orderBy(payments.provider_called_at)
    .limit(50)
}

/** Records the time of a call to the provider, so that one run does not look the payment up twice. */
export async function recordProviderCall(db: Db, paymentId: string, now: number): Promise<void> {
  await db.update(payments).set({ provider_called_at: now }).where(eq(payments.id, paymentId))
}

/** Stores a payment's intent before a card is tried with it. */
export async function recordIntent(db: Db, input: { payment_id: string; intent_id: string }): Promise<void> {
  const { payment_id, intent_id } = input
  const update = db
    .update(payments)
    .set({ intent_id })
    .where(and(eq(payments.id, payment_id), eq(payments.status, 'created')))
  await retryLostWrite(async () => update.run())
}

/** Number of places whose offline payment a customer owes to a program. */
const sqlOfPromisedPlaces = (customerId: SQL, programId: SQL, but: SQL | null): SQL<number> =>
  sql<number>`(SELECT count(*) FROM registrations AS r JOIN orders AS promised ON promised.id = r.order_id WHERE r.customer_id = ${customerId} AND +r.program_id = ${programId}
    AND r.status = 'pending' AND promised.due_at IS NOT NULL AND promised.status IN ${statusList(orderStates.awaitingPayment)}${but === null ? sql`` : sql` AND promised.id <> ${but}`})`

/** Number of unpaid offline places of a customer in other orders, in the program of an order. */
export const promisedPlaces = (db: Db, input: { customer_id: string; order_id: string }) =>
  db
    .select({ n: sqlOfPromisedPlaces(sql`${input.customer_id}`, sql`${orders.program_id}`, sql`${input.order_id}`) })
    .from(orders)
    .where(eq(orders.id, input.order_id))

/**
 * Statement after an offline payment: aborts the batch if the customer then has more unpaid places of the program than
 * allowed.
 */
export const guardPromisedPlaces = (
  db: Db,
  { customer_id, program_id, max }: { customer_id: string; program_id: string; max: number },
): Statement =>
  guardThat(
    db,
    sql`${sqlOfPromisedPlaces(literal(customer_id), literal(program_id), null)} <= ${literal(max)}`,
    'offline_places',
  )

/** Submitted orders whose hold or time to pay has passed; the order that was tried longest ago comes first. */
export async function ordersToExpire(db: Db, now: number): Promise<string[]> {
  const rows = await db
    .select({ id: orders.id })
    .from(orders)
    .where(
      and(isUnpaid, inArray(orders.status, orderStates.awaitingCustomer.statuses), lt(orders.hold_expires_at, now)),
    )
    .orderBy(orders.expiry_tried_at, orders.hold_expires_at)
    .limit(50)
  return rows.map((row) => row.id)
}

/** Records that an order could not be ended just now. */
export async function recordExpiryTried(db: Db, orderId: string, now: number): Promise<void> {
  await db.update(orders).set({ expiry_tried_at: now }).where(eq(orders.id, orderId))
}

/** Offline orders that are due before a time and have had no reminder, except orders submitted after that time. */
export const ordersDueSoon = async (db: Db, input: { now: number; until: number }) =>
  db
    .select({ id: orders.id, due_at: orders.due_at })
    .from(orders)
    .where(
      and(
        isUnpaid,
        eq(orders.status, 'pending'),
        gte(orders.hold_expires_at, input.now),
        lte(orders.hold_expires_at, input.until),
        sql`${orders.due_at} IS NOT NULL AND ${orders.due_at} - ${orders.created} > ${input.until - input.now}`,
        sql`NOT EXISTS (SELECT 1 FROM outbox WHERE outbox.dedupe = 'order.payment_due:' || ${orders.id} || ':due:' || ${orders.due_at})`,
      ),
    )
    .orderBy(orders.hold_expires_at)
    .limit(50)

/** Sets the amount of a payment that the cardholder's bank holds because of a dispute, in minor units. */
export const setDisputed = (db: Db, id: string, amount_disputed: number): Statement =>
  db.update(payments).set({ amount_disputed }).where(eq(payments.id, id))
