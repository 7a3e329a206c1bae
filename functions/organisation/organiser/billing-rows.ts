import { and, eq, type SQL, sql } from 'drizzle-orm'
import type { BillingStatus } from '../../contract/states/billing-states.ts'
import type { Db, Statement } from '../../platform/database/database.ts'
import { literal } from '../../platform/database/guard.ts'
import { programBilling, programs } from '../../platform/database/tables.ts'
import * as refundStates from '../../contract/states/refund-states.ts'
import * as paymentStates from '../../contract/states/payment-states.ts'
import { statusList } from '../../platform/database/status-sql.ts'

/** A program with its contract. A contract that was never changed has only its status. */
export const billingOf = (db: Db, programId: string) =>
  db
    .select({
      program_id: programs.id,
      status: sql<BillingStatus>`${programs.billing_status}`,
      account: programs.payment_provider_id,
      terms: programBilling,
    })
    .from(programs)
    .leftJoin(programBilling, eq(programBilling.program_id, programs.id))
    .where(eq(programs.id, programId))
export type BillingRow = Awaited<ReturnType<typeof billingOf>>[number]

/**
 * Updates the status of a program and its payment account if they are as read. The batch must then abort if no row
 * changed.
 */
export const updateBillingStatus = (
  db: Db,
  read: BillingRow,
  { status, account }: Pick<BillingRow, 'status' | 'account'>,
): Statement =>
  db
    .update(programs)
    .set({ billing_status: status, payment_provider_id: account })
    .where(
      and(
        eq(programs.id, read.program_id),
        eq(programs.billing_status, read.status),
        sql`${programs.payment_provider_id} IS ${read.account}`,
      ),
    )

// Offline payments belong to no account of the provider.
const cardPayments = (programId: SQL) =>
  sql`FROM payments AS p CROSS JOIN orders AS o WHERE p.status IN ${statusList(paymentStates.live)} AND p.checkout_method = 'card' AND o.id = p.order_id AND o.program_id = ${programId}`
const cardRefunds = (programId: SQL) =>
  sql`FROM refunds AS r CROSS JOIN payments AS p ON p.id = r.payment_id CROSS JOIN orders AS o WHERE r.status IN ${statusList(refundStates.open)} AND p.checkout_method = 'card' AND o.id = r.order_id AND o.program_id = ${programId}`

/**
 * SQL condition for `guardThat`: no card payment and no refund to a card of a program is in progress, because each ends
 * in the account where it began.
 */
export const noMoneyUnderWay = (programId: string) =>
  sql`NOT EXISTS (SELECT 1 ${cardPayments(literal(programId))}) AND NOT EXISTS (SELECT 1 ${cardRefunds(literal(programId))})`

/** The orders with a card payment or a refund in progress, at most ten. */
export const ordersWithMoneyUnderWay = async (db: Db, programId: string): Promise<string[]> =>
  (
    await db.all<{ id: string }>(
      sql`SELECT o.id ${cardPayments(sql`${programId}`)} UNION SELECT o.id ${cardRefunds(sql`${programId}`)} LIMIT 10`,
    )
  ).map(({ id }) => id)

/** Upserts the terms of a contract. The unique history row in the same batch makes the slower of two writers fail. */
export const putBilling = (db: Db, row: typeof programBilling.$inferInsert): Statement =>
  db.insert(programBilling).values(row).onConflictDoUpdate({ target: programBilling.program_id, set: row })
