import { hourMs } from '../../contract/limits.ts'
import type { Ctx, CustomerContext } from '../../platform/context.ts'
import { paymentProvider } from '../../platform/cards/choose.ts'
import { type LoadedOrder, loadOrder, loadOwnOrder } from '../orders/load-order.ts'
import { leaseMs } from './payment-outcome.ts'
import { findPayment } from './get-payment.ts'
import { type PaymentRow, paymentById } from './payment-rows.ts'
import { type Intent, ProviderRefusalError, ProviderUnreachable } from '../../platform/cards/provider.ts'
import { recordCardsRefused } from './cards-refused.ts'
import { settlePayment } from './settle-payment.ts'
import type { Payment } from '../../contract/money/payment.ts'
import { showPayment } from '../orders/show-payment.ts'
import * as paymentStates from '../../contract/states/payment-states.ts'

/**
 * Reads a card payment of an order at the provider and records the response. Returns the current order; without a
 * response, nothing changes.
 */
export async function refreshPayment(ctx: Ctx, order: LoadedOrder, paymentId: string): Promise<LoadedOrder> {
  const payment = findPayment(order, paymentId)
  if (payment.checkout_method !== 'card' || payment.status === 'succeeded') return order
  const intent = await readIntent(ctx, payment)
  if (!intent) return order
  return settlePayment(ctx, order, { payment_id: payment.id, intent, isOwnAnswer: false })
}

async function readIntent(ctx: Ctx, payment: PaymentRow): Promise<Intent | null> {
  try {
    const intent = await paymentProvider(ctx.env).read({
      intent_id: payment.intent_id,
      payment_id: payment.id,
      account: payment.provider_account,
      now: ctx.now,
    })
    return intent ?? unknownIntent(ctx, payment)
  } catch (error) {
    if (error instanceof ProviderRefusalError) await recordCardsRefused(ctx, error)
    else if (error instanceof ProviderUnreachable)
      ctx.log('provider_unreachable', { payment_id: payment.id, reason: error.code })
    else throw error
    return null
  }
}

/** How long an intent that the provider no longer knows is kept open, in ms: a wrong setting may be temporary. */
const unknownMs = 24 * hourMs

// The request never reached the provider, or the provider lost the intent. After the lease nothing was charged, and the
// customer may try again.
function unknownIntent(ctx: Ctx, payment: PaymentRow): Intent | null {
  const isOver =
    payment.status === 'created'
      ? ctx.now - (payment.provider_called_at ?? 0) >= leaseMs
      : paymentStates.undecided.has(payment.status) && ctx.now - payment.updated >= unknownMs
  return isOver ? unpaidIntent(payment, payment.intent_id) : null
}

/** An intent made from the stored payment, for a payment for which no card was tried. */
export function unpaidIntent(payment: PaymentRow, intentId: string | null): Intent {
  return {
    id: intentId ?? '',
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
    stored_source: null,
  }
}

/**
 * Reads a payment at the provider and returns it. The caller's input is not trusted, and repeated calls change nothing
 * more.
 */
export async function confirmPayment(
  ctx: CustomerContext,
  input: { order_id: string; payment_id: string },
): Promise<Payment> {
  const order = await loadOwnOrder(ctx, input.order_id)
  return showPayment(ctx, findPayment(await refreshPayment(ctx, order, input.payment_id), input.payment_id), order)
}

/** Handles a provider event about a payment by reading the payment at the provider. */
export async function settleReported(ctx: Ctx, paymentId: string): Promise<void> {
  const [payment] = await paymentById(ctx.db, paymentId)
  if (payment) await refreshPayment(ctx, await loadOrder(ctx, payment.order_id), payment.id)
}
