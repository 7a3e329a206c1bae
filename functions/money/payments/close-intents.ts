import * as intentStates from '../../platform/cards/intent-states.ts'
import type { Ctx } from '../../platform/context.ts'
import { paymentProvider } from '../../platform/cards/choose.ts'
import type { LoadedOrder } from '../orders/load-order.ts'
import { settlePayment } from './settle-payment.ts'
import * as paymentStates from '../../contract/states/payment-states.ts'

/**
 * Ends the card payments of an unpaid order at the provider before the order ends: cancels an open intent, records a
 * successful one, and leaves a processing one. Returns the current order. A concurrent change aborts the caller's
 * batch.
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
