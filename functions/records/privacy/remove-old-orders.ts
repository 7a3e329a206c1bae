import { dayMs } from '../../contract/limits.ts'
import { keptYears } from '../../contract/records/privacy.ts'
import type { Ctx } from '../../platform/context.ts'
import { commit } from '../../platform/database/commit.ts'
import { reasonOf } from '../../platform/log-line.ts'
import {
  accountsWithOldRecords,
  keepRecordsSince,
  oldestEntry,
  oldestOrder,
  oldOrdersOf,
  removeOldEntries,
  removeOrder,
  setRecordsDue,
} from './old-order-rows.ts'
import { withinBudget } from '../../platform/run-budget.ts'

/** Number of accounts per minute, and of orders of an account. */
const maxAccounts = 2
const maxOrders = 5

/** The same day and time a number of years later; 29 February becomes 1 March in other years. */
export function yearsLater(at: number, years: number): number {
  const date = new Date(at)
  return date.setUTCFullYear(date.getUTCFullYear() + years)
}

/**
 * Scheduled task: removes the orders, payments and receipts of erased accounts seven years after their last change, a
 * few per minute, one order per batch. A failing one does not stop the others.
 */
export async function removeOldOrders(ctx: Ctx): Promise<void> {
  const before = yearsLater(ctx.now, -keptYears)
  for await (const account of withinBudget(ctx, await accountsWithOldRecords(ctx, maxAccounts))) {
    const old = await oldOrdersOf(ctx, { customer_id: account.customer_id, before, limit: maxOrders })
    let removed = 0
    for (const { id, coupon_ids } of old) {
      try {
        await commit(ctx, [
          keepRecordsSince(ctx, before),
          ...removeOrder(ctx, { id, coupon_ids: JSON.parse(coupon_ids) as string[] }),
        ])
        removed += 1
      } catch (error) {
        ctx.log('removal_failed', { order_id: id, reason: reasonOf(error) })
      }
    }
    if (removed > 0) ctx.log('records_removed', { rows: removed })
    // This account may have more old orders. The next minute continues.
    if (removed === maxOrders) continue
    await endAccount(ctx, { ...account, before })
  }
}

async function endAccount(ctx: Ctx, account: { id: string; customer_id: string; before: number }): Promise<void> {
  const [[order], [entry]] = await commit(
    ctx,
    [keepRecordsSince(ctx, account.before), ...removeOldEntries(ctx, account)],
    oldestOrder(ctx, account.customer_id),
    oldestEntry(ctx, account.customer_id),
  )
  const oldest = [order?.at, entry?.at].filter((at) => at !== null && at !== undefined)
  // Orders that are old enough but could not be removed are checked again tomorrow.
  const records_due_at =
    oldest.length === 0 ? null : Math.max(yearsLater(Math.min(...oldest), keptYears), ctx.now + dayMs)
  await commit(ctx, [setRecordsDue(ctx, { id: account.id, records_due_at })])
}
