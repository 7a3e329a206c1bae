import { system } from '../../platform/actor.ts'
import type { Ctx } from '../../platform/context.ts'
import { ApiError } from '../../contract/api-error.ts'
import { commit } from '../../platform/database/commit.ts'
import { toOrder, orderReads } from '../orders/load-order.ts'
import { createRefund, refundReads } from './create-refund.ts'
import { orderOf } from './refund-rows.ts'
import { remainingOf } from './split-refund.ts'

/**
 * Refunds the remainder of a payment that its order does not need: the places were gone, it was a duplicate, or it was
 * too small.
 */
export async function returnLatePayment(ctx: Ctx, paymentId: string): Promise<void> {
  const orderId = orderOf(paymentId)
  const [refunds, ...read] = await ctx.db.batch([refundReads(ctx, orderId), ...orderReads(ctx, orderId, null)])
  if (read[0].length === 0) return
  const order = toOrder(read)
  const payment = order.payments.find((each) => each.id === paymentId)
  const amount = payment ? remainingOf(payment, refunds) : 0
  if (amount === 0) return

  const writes = createRefund(
    ctx,
    { ...order, refunds },
    {
      amount,
      payment_id: paymentId,
      dedupe: 'late',
      reason: 'payment_after_expiry',
      inputs: { why: 'payment_after_expiry', amount },
      actor: system,
    },
  )
  await commit(ctx, writes).catch((error: unknown) => {
    // A concurrent run has refunded it.
    if (!(error instanceof ApiError && error.isConflict)) throw error
  })
}
