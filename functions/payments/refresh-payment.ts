import type { Ctx } from '../context.ts'
import type { LoadedOrder } from '../orders/load-order.ts'
import { leaseMs } from './payment-outcome.ts'
import { findPayment } from './find-payment.ts'
import type { PaymentRow } from './payment-rows.ts'
import { type Intent, ProviderUnreachable } from './providers/provider.ts'
import { settlePayment } from './settle-payment.ts'

/** Asks the provider about a card payment of an order and takes its word into the books; answers the order as it is afterwards. When it cannot be reached everything stays as it is. */
export async function refreshPayment(ctx: Ctx, order: LoadedOrder, paymentId: string): Promise<LoadedOrder> {
  const payment = findPayment(order, paymentId)
  if (payment.checkout_method !== 'card' || payment.status === 'succeeded') return order
  const intent = await readIntent(ctx, payment)
  if (!intent) return order
  return settlePayment(ctx, order, { payment_id: payment.id, intent, isOwnAnswer: false })
}

async function readIntent(ctx: Ctx, payment: PaymentRow): Promise<Intent | null> {
  try {
    const intent = await ctx.payments.read({ intent_id: payment.intent_id, payment_id: payment.id, now: ctx.now })
    return intent ?? neverHeardOf(ctx, payment)
  } catch (error) {
    if (!(error instanceof ProviderUnreachable)) throw error
    ctx.log('provider_unreachable', { payment_id: payment.id, reason: error.code })
    return null
  }
}

// The request never reached the provider: once its time is up, nothing was charged and the customer may try again.
function neverHeardOf(ctx: Ctx, payment: PaymentRow): Intent | null {
  if (payment.status !== 'created' || ctx.now - (payment.provider_called_at ?? 0) < leaseMs) return null
  return {
    id: payment.intent_id ?? '',
    payment_id: payment.id,
    order_id: payment.order_id,
    state: 'requires_payment_method',
    amount: payment.amount_total,
    amount_received: 0,
    currency: payment.currency,
    decline: null,
    next_action_url: null,
    client_secret: null,
    card: null,
  }
}
