import { ApiError } from '../contract/api-error.ts'
import type { Payment, PayOrderRequest } from '../contract/payment.ts'
import type { Ctx, CustomerContext } from '../context.ts'
import { commit } from '../database/commit.ts'
import { recordEvent } from '../database/outbox.ts'
import { orderPaid } from '../fulfilment/order-paid.ts'
import { toOrder, type LoadedOrder, orderReads, livePayment } from '../orders/load-order.ts'
import { holdUntilDue } from '../orders/hold-order.ts'
import { showPayment } from '../orders/show-payment.ts'
import { askProvider } from './ask-provider.ts'
import { checkPay } from './check-pay.ts'
import { declineOfPayment } from './decline-of-payment.ts'
import { offlineDue } from './offline-due.ts'
import { loadOrderToPay } from './find-paying.ts'
import { freePayment, openCardPayment, openOfflinePayment } from './open-payment.ts'
import { leaseMs } from './payment-outcome.ts'
import { findPayment } from './payment-of.ts'
import { paymentById, type PaymentRow } from './payment-rows.ts'
import { ProviderUnreachable } from './providers/provider.ts'
import { makeReturnToken } from './return-token.ts'
import { returnAddress } from './return-address.ts'
import { settlePayment } from './settle-payment.ts'

type PayOrderInput = PayOrderRequest & { order_id: string }
export type Paid = { payment: Payment; isNew: boolean }
const mostRounds = 4

/**
 * Pays an order. Two commits with the provider between them: the payment stands in the books before
 * anybody is asked for money, with its id as the provider's key, so that nothing is charged twice. Whoever comes second is
 * answered with the live or finished payment.
 */
export async function payOrder(ctx: CustomerContext, input: PayOrderInput): Promise<Paid> {
  for (let round = 1; ; round += 1) {
    const order = await loadOrderToPay(ctx, input.order_id)
    const known = await knownPayment(ctx, order, input)
    if (known?.status === 'failed') continue
    if (known) return { payment: showPayment(ctx, known), isNew: false }
    await checkPay(ctx, order, input)

    try {
      return { payment: showPayment(ctx, await payNow(ctx, order, input)), isNew: true }
    } catch (error) {
      const isRival =
        error instanceof ApiError && (error.type === 'payment_in_progress' || error.type === 'state_conflict')
      if (!isRival || round >= mostRounds) throw error
    }
  }
}

// The payment that answers this request already. One whose request was lost is looked into first; where it failed, this request may try.
async function knownPayment(ctx: Ctx, order: LoadedOrder, input: PayOrderInput): Promise<PaymentRow | null> {
  const live = livePayment(order)
  if (!live)
    return order.status === 'paid'
      ? (order.payments.findLast((payment) => payment.status === 'succeeded') ?? null)
      : null
  if (live.checkout_method === 'offline') return input.checkout_method === 'card' ? null : live
  if (live.status !== 'created' || ctx.now - (live.provider_called_at ?? 0) < leaseMs) return live
  return findPayment(await askProvider(ctx, order, live.id), live.id)
}

async function payNow(ctx: CustomerContext, order: LoadedOrder, input: PayOrderInput): Promise<PaymentRow> {
  if (input.checkout_method === 'free') return payNothing(ctx, order, input)
  if (input.checkout_method === 'offline') return payLater(ctx, order, input)
  return payByCard(ctx, order, input)
}

async function payNothing(ctx: CustomerContext, order: LoadedOrder, input: PayOrderInput): Promise<PaymentRow> {
  const { payment_id, writes } = freePayment(ctx, order, input)
  ctx.request.setCreatedLocation(addressOf(order, payment_id))
  const [[row]] = await commit(
    ctx,
    [...orderPaid(ctx, order, { actor: ctx.actor, set: { checkout_method: 'free' } }), ...writes],
    paymentById(ctx.db, payment_id),
  )
  return written(row)
}

async function payLater(ctx: CustomerContext, order: LoadedOrder, input: PayOrderInput): Promise<PaymentRow> {
  const hold = holdUntilDue(ctx, order, offlineDue(ctx.now, order.firstStart))
  const { payment_id, writes } = openOfflinePayment(ctx, order, { ...input, hold })
  ctx.request.setCreatedLocation(addressOf(order, payment_id))
  const event = recordEvent(ctx, {
    kind: 'order.payment_pending',
    ref: order.id,
    key: payment_id,
    body: {},
  })
  const [[row]] = await commit(ctx, [...writes, event], paymentById(ctx.db, payment_id))
  return written(row)
}

async function payByCard(ctx: CustomerContext, order: LoadedOrder, input: PayOrderInput): Promise<PaymentRow> {
  const { payment_id, writes } = openCardPayment(ctx, order, input)
  ctx.request.setCreatedLocation(addressOf(order, payment_id))
  const opened = toOrder(await commit(ctx, writes, ...orderReads(ctx, order.id, order.customer_id)))
  const payment = findPayment(opened, payment_id)

  const token = await makeReturnToken(ctx.env, payment.id, ctx.now)
  const back = returnAddress(ctx.siteOrigin, {
    program_id: order.program_id,
    order_id: order.id,
    payment_id: payment.id,
    token,
  })
  const intent = await ctx.payments
    .pay({
      payment_id: payment.id,
      order_id: payment.order_id,
      intent_id: payment.intent_id,
      amount: payment.amount_total,
      currency: payment.currency,
      source: input.payment_source_id ?? '',
      return_url: back,
      now: ctx.now,
      attempt: payment.attempts,
    })
    .catch((error: unknown) => {
      // Nobody knows whether it was charged: the payment stays under way and the provider is asked before anything else happens.
      if (error instanceof ProviderUnreachable)
        throw new ApiError(
          'payment_failed',
          { log: { provider: error.code } },
          error.code === 'network' ? 'rate_limit' : error.code,
        )
      throw error
    })

  const settled = findPayment(await settlePayment(ctx, opened, { payment_id, intent, isOwnAnswer: true }), payment_id)
  if (settled.status === 'failed') throw declineOfPayment(settled)
  return settled
}

const addressOf = (order: LoadedOrder, paymentId: string) => `/v1/profile/orders/${order.id}/payments/${paymentId}`

function written(row: PaymentRow | undefined): PaymentRow {
  if (!row) throw new Error('payment was not written')
  return row
}
