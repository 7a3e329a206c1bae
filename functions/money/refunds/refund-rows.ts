import { and, asc, desc, eq, inArray, isNull, lte, notExists, type SQL, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/sqlite-core'
import type { RefundRequestListQuery } from '../../contract/money/refund.ts'
import type { RefundRequestStatus } from '../../contract/states/refund-request-states.ts'
import type { RefundStatus } from '../../contract/states/refund-states.ts'
import type { Db, Ids, Statement } from '../../platform/database/database.ts'
import { hasId } from '../../platform/database/json-lists.ts'
import {
  customers,
  orderItems,
  orders,
  payments,
  programs,
  refundRequests,
  refunds,
  users,
} from '../../platform/database/tables.ts'
import * as refundStates from '../../contract/states/refund-states.ts'
import { statusList } from '../../platform/database/status-sql.ts'

export type RefundRow = typeof refunds.$inferSelect
export type RefundRequestRow = typeof refundRequests.$inferSelect
export type RefundRequestChange = Partial<
  Pick<RefundRequestRow, 'amount_approved' | 'decision_text' | 'decided_by' | 'decided_at'>
>
// The condition must be exactly that of the index refunds_open, or SQLite does not use the index.
const isOpen = sql`${refunds.status} IN ${statusList(refundStates.open)}`
type RefundChange = Partial<Pick<RefundRow, 'provider_refund_id' | 'failure'>>

export const insertRefund = (db: Db, row: typeof refunds.$inferInsert): Statement => db.insert(refunds).values(row)
export const insertRefundRequest = (db: Db, row: typeof refundRequests.$inferInsert): Statement =>
  db.insert(refundRequests).values(row)

/** Updates a refund if it still has the status and step that were read. */
export function changeRefund(
  db: Db,
  read: RefundRow,
  change: RefundChange & { status: RefundStatus; step: number; updated: number },
): Statement {
  return db
    .update(refunds)
    .set(change)
    .where(and(eq(refunds.id, read.id), eq(refunds.status, read.status), eq(refunds.step, read.step)))
}

/** The refunds of an order, or of several, to calculate the refundable remainder. */
export const refundsOf = (db: Db, orderId: Ids) => db.select().from(refunds).where(hasId(refunds.order_id, orderId))

/** The refunds of a request. */
export const refundsOfRequest = (db: Db, requestId: string) =>
  db.select().from(refunds).where(eq(refunds.refund_request_id, requestId))

/** A refund with the payment it goes back to. */
export async function refundWithPayment(
  db: Db,
  refundId: string,
): Promise<{
  refund: RefundRow
  intent_id: string | null
  method: string | null
  account: string | null
  timezone: string
} | null> {
  const charged = alias(payments, 'charged')
  const [row] = await db
    .select({
      refund: refunds,
      // A payment carried with a moved place was charged for its old order.
      intent_id: sql<string | null>`coalesce(${charged.intent_id}, ${payments.intent_id})`,
      method: payments.checkout_method,
      account: payments.provider_account,
      timezone: programs.timezone,
    })
    .from(refunds)
    .innerJoin(orders, eq(orders.id, refunds.order_id))
    .innerJoin(programs, eq(programs.id, orders.program_id))
    .leftJoin(payments, eq(payments.id, refunds.payment_id))
    .leftJoin(charged, eq(charged.id, payments.charged_payment_id))
    .where(eq(refunds.id, refundId))
  return row ?? null
}

/** Updates a request if it still has the status and step that were read. */
export function changeRefundRequest(
  db: Db,
  read: RefundRequestRow,
  change: RefundRequestChange & { status: RefundRequestStatus; step: number; updated: number },
): Statement {
  return db
    .update(refundRequests)
    .set(change)
    .where(
      and(eq(refundRequests.id, read.id), eq(refundRequests.status, read.status), eq(refundRequests.step, read.step)),
    )
}

const withNames = {
  request: refundRequests,
  customer: sql<string>`${users.first_name} || ' ' || ${users.last_name}`,
  receipt_number: orders.receipt_number,
  currency: orders.currency,
  country: programs.country,
  timezone: programs.timezone,
}

const requestsWithNames = (db: Db) =>
  db
    .select(withNames)
    .from(refundRequests)
    .innerJoin(orders, eq(orders.id, refundRequests.order_id))
    .innerJoin(programs, eq(programs.id, orders.program_id))
    .innerJoin(customers, eq(customers.id, refundRequests.customer_id))
    .innerJoin(users, eq(users.id, customers.user_id))
export type NamedRefundRequest = Awaited<ReturnType<typeof requestsWithNames>>[number]

/** A refund request, with the customer's name. */
export async function findRefundRequest(db: Db, id: string): Promise<NamedRefundRequest | null> {
  const [row] = await requestsWithNames(db).where(eq(refundRequests.id, id))
  return row ?? null
}

/** The requests of an order, newest first. */
export const requestsOfOrder = (db: Db, orderId: string | SQL) =>
  db
    .select()
    .from(refundRequests)
    .where(eq(refundRequests.order_id, orderId))
    .orderBy(desc(refundRequests.created), desc(refundRequests.id))

/** A page of a program's requests, and the total of all matches. */
export async function pageOfRequests(
  db: Db,
  input: RefundRequestListQuery & { program_id: string },
): Promise<{ rows: NamedRefundRequest[]; total: number; refunds: RefundRow[] }> {
  const direction = input.order === 'desc' ? desc : asc
  const which = and(
    eq(refundRequests.program_id, input.program_id),
    input.status ? inArray(refundRequests.status, input.status) : undefined,
  )
  const page = db
    .select({ id: refundRequests.id })
    .from(refundRequests)
    .where(which)
    .orderBy(direction(refundRequests.created), direction(refundRequests.id))
    .limit(input.limit)
    .offset(input.skip)
  const [rows, [count], sent] = await db.batch([
    requestsWithNames(db)
      .where(inArray(refundRequests.id, page))
      .orderBy(direction(refundRequests.created), direction(refundRequests.id)),
    db.select({ total: sql<number>`count(*)` }).from(refundRequests).where(which),
    db.select().from(refunds).where(inArray(refunds.refund_request_id, page)),
  ])
  return { rows, total: count?.total ?? 0, refunds: sent }
}

/** Requests without an answer or a reminder since before a time. */
export async function requestsToRemindOf(db: Db, before: number): Promise<string[]> {
  const rows = await db
    .select({ id: refundRequests.id })
    .from(refundRequests)
    .where(
      and(
        sql`${refundRequests.status} = 'requested'`,
        isNull(refundRequests.reminded_at),
        lte(refundRequests.created, before),
      ),
    )
    .orderBy(refundRequests.created)
    .limit(50)
  return rows.map(({ id }) => id)
}

/** Records that the organisation was reminded of a request. */
export const recordReminder = (db: Db, id: string, now: number): Statement =>
  db
    .update(refundRequests)
    .set({ reminded_at: now })
    .where(and(eq(refundRequests.id, id), isNull(refundRequests.reminded_at), eq(refundRequests.status, 'requested')))

/** Approved requests without a pending refund. */
export const requestsToComplete = (db: Db) =>
  db
    .select()
    .from(refundRequests)
    .where(
      and(
        sql`${refundRequests.status} = 'approved'`,
        notExists(
          db
            .select({ one: sql`1` })
            .from(refunds)
            .where(
              and(
                eq(refunds.refund_request_id, refundRequests.id),
                sql`${refunds.status} IN ${statusList(refundStates.open)}`,
              ),
            ),
        ),
        sql`coalesce((SELECT sum(arrived.amount) FROM refunds AS arrived WHERE arrived.refund_request_id = ${refundRequests.id} AND arrived.status = 'succeeded'), 0) >= ${refundRequests.amount_approved}`,
      ),
    )
    .orderBy(refundRequests.updated)
    .limit(50)

/** Adds to the cancelled amount of an item. */
export const addCancelled = (db: Db, itemId: string, amount: number): Statement =>
  db
    .update(orderItems)
    .set({ amount_cancelled: sql`${orderItems.amount_cancelled} + ${amount}` })
    .where(eq(orderItems.id, itemId))

/** Adds to the cancelled amount of a cancelled order that still has the amount that was read. */
export const addCancelledToEnded = (
  db: Db,
  { id, amount_cancelled }: { id: string; amount_cancelled: number },
  amount: number,
): Statement =>
  db
    .update(orders)
    .set({ amount_cancelled: amount_cancelled + amount })
    .where(and(eq(orders.id, id), sql`${orders.status} = 'cancelled'`, eq(orders.amount_cancelled, amount_cancelled)))

/** Subquery for the order id of a payment. */
export const orderOf = (paymentId: string): SQL => sql`(SELECT order_id FROM payments WHERE id = ${paymentId})`

/** Refunds that have been pending since before a time. */
export async function refundsToAsk(db: Db, before: number): Promise<string[]> {
  const rows = await db
    .select({ id: refunds.id })
    .from(refunds)
    .where(and(isOpen, eq(refunds.status, 'pending'), lte(refunds.updated, before)))
    .orderBy(refunds.updated)
    .limit(50)
  return rows.map((row) => row.id)
}

/** Records the time of a call to the provider. */
export async function recordProviderCall(db: Db, refundId: string, now: number): Promise<void> {
  await db
    .update(refunds)
    .set({ updated: now })
    .where(and(eq(refunds.id, refundId), eq(refunds.status, 'pending')))
}
