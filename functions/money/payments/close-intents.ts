import * as intentStates from '../../platform/cards/intent-states.ts'
import type { Ctx } from '../../platform/context.ts'
import { paymentProvider } from '../../platform/cards/choose.ts'
import type { LoadedOrder } from '../orders/load-order.ts'
import { settlePayment } from './settle-payment.ts'
import * as paymentStates from '../../contract/states/payment-states.ts'

/**
 * Before an unpaid order ends, its card payments are ended at the provider: an open intent is cancelled, one that
 * has succeeded is taken as success, one that is processing is left. Answers the order as it is afterwards; what a rival changed
 * in the meantime breaks the batch of the caller.
 */
export async function closeIntents(ctx: Ctx, order: LoadedOrder): Promise<LoadedOrder> {
  let latest = order
  for (const payment of order.payments) {
    if (payment.checkout_method !== 'card' || paymentStates.closed.has(payment.status)) continue
    const at = { account: payment.provider_account, now: ctx.now }
    const intent = await paymentProvider(ctx.env).read({ intent_id: payment.intent_id, payment_id: payment.id, ...at })
    if (!intent) continue
    const closed = intentStates.accepted.has(intent.state)
      ? intent
      : await paymentProvider(ctx.env).cancel({ intent_id: intent.id, ...at })
    if (closed.state !== 'canceled')
      latest = await settlePayment(ctx, latest, { payment_id: payment.id, intent: closed, isOwnAnswer: true })
  }
  return latest
}
