import * as intentStates from '../../platform/cards/intent-states.ts'
import type { Ctx } from '../../platform/context.ts'
import { paymentProvider } from '../../platform/cards/choose.ts'
import type { LoadedOrder } from '../orders/load-order.ts'
import type { Intent } from '../../platform/cards/provider.ts'
import type { PaymentRow } from './payment-rows.ts'
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
    const closed = await closeIntent(ctx, payment)
    if (closed && closed.state !== 'canceled')
      latest = await settlePayment(ctx, latest, { payment_id: payment.id, intent: closed, isOwnAnswer: true })
  }
  return latest
}

/** Cancels the intent of a payment unless the bank has accepted it, and returns it; null if the provider has none. */
async function closeIntent(ctx: Ctx, payment: PaymentRow): Promise<Intent | null> {
  const at = { account: payment.provider_account, now: ctx.now }
  const intent = await paymentProvider(ctx.env).read({ intent_id: payment.intent_id, payment_id: payment.id, ...at })
  if (!intent || intentStates.accepted.has(intent.state)) return intent
  return paymentProvider(ctx.env).cancel({ intent_id: intent.id, ...at })
}

/** Ends a payment that waits for the bank, so that another card can pay. A payment that succeeded meanwhile is recorded. */
export async function endBankStep(ctx: Ctx, order: LoadedOrder, payment: PaymentRow): Promise<void> {
  const intent = await closeIntent(ctx, payment)
  if (intent) await settlePayment(ctx, order, { payment_id: payment.id, intent, isOwnAnswer: true })
}
