import { returnable } from '../../contract/money/refund.ts'
import type { Actor } from '../../platform/actor.ts'
import type { Ctx } from '../../platform/context.ts'
import type { Statement } from '../../platform/database/database.ts'
import { daysBetween } from '../../offering/pricing/billing-period.ts'
import type { MembershipRow } from '../../booking/memberships/membership-rows.ts'
import { orderReads, toOrder } from '../orders/load-order.ts'
import { amountOfLine } from '../orders/move-order.ts'
import { transitionOrder } from '../orders/order-steps.ts'
import { paidParts } from '../../offering/pricing/refund-amount.ts'
import { inProportion } from '../../offering/pricing/shares.ts'
import { createRefund, refundReads } from '../refunds/create-refund.ts'
import { overwriteLine } from '../orders/change-lines.ts'
import { paidOrderOf } from './billing-rows.ts'

/**
 * The statements that refund the remaining days of the paid period, and the amount: in proportion to the days,
 * rounded half up, without the booking fee.
 */
export async function returnUnused(
  ctx: Ctx,
  row: MembershipRow,
  { from, actor }: { from: string; actor: Actor },
): Promise<{ amount: number; writes: Statement[] }> {
  const none = { amount: 0, writes: [] }
  const { period_start_on, period_end_on } = row
  const [paid] = await paidOrderOf(ctx.db, row.id)
  if (!paid || period_start_on === null || period_end_on === null || from >= period_end_on) return none
  const [refunds, ...read] = await ctx.db.batch([
    refundReads(ctx, paid.order_id),
    ...orderReads(ctx, paid.order_id, null),
  ])
  const order = { ...toOrder(read), refunds }
  const line = order.items.find(({ id }) => id === paid.item_id)
  if (!line || line.cancelled_at !== null) return none
  const { base, tax } = paidParts(line)
  const first = from > period_start_on ? from : period_start_on
  const share = inProportion(base + tax, daysBetween(first, period_end_on), daysBetween(period_start_on, period_end_on))
  const amount = Math.min(share, amountOfLine(line, returnable(order)))
  if (amount <= 0) return none
  const set = { amount_cancelled: order.amount_cancelled + amount }
  return {
    amount,
    writes: [
      ...transitionOrder(ctx, order, 'paid', { actor, reason: 'membership_ended', set }),
      overwriteLine(ctx, line.id, { amount_cancelled: line.amount_cancelled + amount }),
      ...createRefund(ctx, order, {
        amount,
        dedupe: `membership:${row.id}:ended`,
        reason: 'membership_ended',
        inputs: { membership_id: row.id, item_id: line.id, from, period_start_on, period_end_on, paid: base + tax },
        actor,
      }),
    ],
  }
}
