import { and, eq, lte, type SQL, sql } from 'drizzle-orm'
import type { RefundStatus } from '../contract/refund.ts'
import type { Db, Statement } from '../database/database.ts'
import { customers, orders, payments, programs, refundRequests, refunds, users } from '../database/tables.ts'

export type RefundRow = typeof refunds.$inferSelect
// Word for word the condition of the index refunds_open: only then does the database use it.
const isOpen = sql`${refunds.status} IN ('pending', 'requires_action')`
type RefundChange = Partial<Pick<RefundRow, 'provider_refund_id' | 'failure'>>

export const insertRefund = (db: Db, row: typeof refunds.$inferInsert): Statement => db.insert(refunds).values(row)
export const insertRefundRequest = (db: Db, row: typeof refundRequests.$inferInsert): Statement =>
  db.insert(refundRequests).values(row)

/** The conditional change of a refund from the status and step that were read. */
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

/** Every refund of an order, for what may still be returned. */
export const refundsOf = (db: Db, orderId: string | SQL) =>
  db.select().from(refunds).where(eq(refunds.order_id, orderId))

/** A refund with the payment it goes back to. */
export async function refundWithPayment(
  db: Db,
  refundId: string,
): Promise<{ refund: RefundRow; intent_id: string | null; method: string | null; account: string | null } | null> {
  const [row] = await db
    .select({
      refund: refunds,
      intent_id: payments.intent_id,
      method: payments.checkout_method,
      account: programs.payment_provider_id,
    })
    .from(refunds)
    .innerJoin(orders, eq(orders.id, refunds.order_id))
    .innerJoin(programs, eq(programs.id, orders.program_id))
    .leftJoin(payments, eq(payments.id, refunds.payment_id))
    .where(eq(refunds.id, refundId))
  return row ?? null
}

/** A request for a refund, with the name of who asks. */
export async function findRefundRequest(db: Db, id: string) {
  const [row] = await db
    .select({
      request: refundRequests,
      customer: sql<string>`${users.first_name} || ' ' || ${users.last_name}`,
    })
    .from(refundRequests)
    .innerJoin(customers, eq(customers.id, refundRequests.customer_id))
    .innerJoin(users, eq(users.id, customers.user_id))
    .where(eq(refundRequests.id, id))
  return row ?? null
}

/** The id of the order of a payment, inside a read that only knows the payment. */
export const orderOf = (paymentId: string): SQL => sql`(SELECT order_id FROM payments WHERE id = ${paymentId})`

/** Refunds that have been on their way since before a moment. */
export async function refundsToAsk(db: Db, before: number): Promise<string[]> {
  const rows = await db
    .select({ id: refunds.id })
    .from(refunds)
    .where(and(isOpen, eq(refunds.status, 'pending'), lte(refunds.updated, before)))
    .limit(50)
  return rows.map((row) => row.id)
}

/** Notes that the provider was asked just now. */
export async function recordAskedAt(db: Db, refundId: string, now: number): Promise<void> {
  await db
    .update(refunds)
    .set({ updated: now })
    .where(and(eq(refunds.id, refundId), eq(refunds.status, 'pending')))
}
