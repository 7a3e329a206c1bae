import type { Ctx } from '../context.ts'
import { type FoundOrder, findOrder } from '../orders/find-order.ts'
import { settlePayment } from './settle-payment.ts'

/**
 * Before an unpaid order ends, its card payments are ended at the provider (decisions.md §1): an open intent is cancelled, one that
 * has succeeded is taken as success, one that is processing is left. Answers the order as it is afterwards.
 */
export async function closeIntents(ctx: Ctx, found: FoundOrder): Promise<FoundOrder> {
  for (const payment of found.payments) {
    if (payment.checkout_method !== 'card' || payment.status === 'succeeded' || payment.status === 'cancelled') continue
    const intent = await ctx.payments.read({ intent_id: payment.intent_id, payment_id: payment.id, now: ctx.now })
    if (!intent) continue
    const closed = intent.state === 'processing' || intent.state === 'succeeded' ? intent : await ctx.payments.cancel({ intent_id: intent.id, now: ctx.now })
    if (closed.state !== 'canceled') await settlePayment(ctx, { order_id: found.order.id, payment_id: payment.id, intent: closed, isOwnAnswer: true })
  }
  return findOrder(ctx, found.order.id)
}
