import { ApiError } from '../../contract/api-error.ts'
import type { PayInstalmentsRequest } from '../../contract/money/payment.ts'
import type { CustomerContext } from '../../platform/context.ts'
import { paymentProvider } from '../../platform/cards/choose.ts'
import { commit } from '../../platform/database/commit.ts'
import { historyRow } from '../../platform/database/history.ts'
import { retryOnConflict } from '../../platform/database/retry-on-conflict.ts'
import type { InstalmentRow } from '../orders/instalment-rows.ts'
import { amountOfPart, transitionInstalment, openParts } from '../orders/instalments.ts'
import { livePayment, type LoadedOrder, orderReads, toOrder } from '../orders/load-order.ts'
import { transitionOrder } from '../orders/order-steps.ts'
import { showPayment } from '../orders/show-payment.ts'
import { sum } from '../../offering/pricing/shares.ts'
import { withdrawQuestion } from './charge-stored-card.ts'
import { checkDeclines } from './check-pay.ts'
import { type ChosenSource, chooseSource } from './choose-source.ts'
import { loadOrderToPay, type OrderToPay } from './load-order-to-pay.ts'
import { chargeOpened, type PayResult } from './pay-order.ts'
import { insertPayment, type PaymentRow } from './payment-rows.ts'
import { pageAfterPayment } from './return-address.ts'

type PayInstalmentsInput = PayInstalmentsRequest & { order_id: string }

/**
 * Pays one instalment of an order, or all remaining ones, with the customer present. A second request returns the
 * payment in progress or the finished one.
 */
export async function payInstalments(ctx: CustomerContext, input: PayInstalmentsInput): Promise<PayResult> {
  return retryOnConflict(async () => payOnce(ctx, input))
}

async function payOnce(ctx: CustomerContext, input: PayInstalmentsInput): Promise<PayResult> {
  const read = await loadOrderToPay(ctx, input)
  const finished = findFinished(read, input)
  if (finished) return { payment: showPayment(ctx, finished, read), isNew: false }
  checkMayPay(ctx, read)
  // The customer is present, so the bank's request to confirm a scheduled charge is withdrawn.
  const order = { ...read, ...(await withdrawQuestion(ctx, read)) }
  const parts = partsToPay(order, input)
  if (livePayment(order) || parts.length === 0) return payAfterQuestion(ctx, order, input)

  const chosen = await chooseSource(ctx, order, input)
  const row = paymentRow(ctx, order, { input, parts, chosen })
  ctx.request.setCreatedLocation(`/v1/profile/orders/${order.id}/payments/${row.id}`)
  const history = { object: 'payment', object_id: row.id, step: -1, from: null, to: 'created' } as const
  const writes = [
    ...transitionOrder(ctx, order, 'paid', { actor: ctx.actor, reason: 'pays_parts' }),
    insertPayment(ctx.db, row),
    historyRow(ctx, { ...history, actor: ctx.actor, at: ctx.now }),
    ...parts.flatMap((part) =>
      transitionInstalment(ctx, part, part.status, {
        actor: ctx.actor,
        reason: 'paid_by_customer',
        set: { charge_key: row.charge_key },
      }),
    ),
  ]
  const opened = toOrder(await commit(ctx, writes, ...orderReads(ctx, order.id, order.customer_id)))
  return {
    payment: showPayment(ctx, await chargeOpened(ctx, opened, { payment_id: row.id, chosen }), opened),
    isNew: true,
  }
}

// The payment that already answers this request: one in progress, or the payment of an instalment that is paid.
function findFinished(order: OrderToPay, { instalment_id }: PayInstalmentsInput): PaymentRow | null {
  const part = order.instalments.find(({ id }) => id === instalment_id)
  if (instalment_id && !part) throw new ApiError('not_found', { param: 'instalment_id' })
  const live = livePayment(order)
  if (live && live.return_url !== null && live.charge_key !== null) return live
  const paid = part ? part.payment_id : openParts(order).length === 0 ? order.instalments.at(-1)?.payment_id : null
  return order.payments.find(({ id }) => id === paid) ?? null
}

function checkMayPay(ctx: CustomerContext, order: OrderToPay): void {
  if (order.status !== 'paid' || openParts(order).length === 0)
    throw new ApiError('state_conflict', { param: 'status', subject: order.status })
  if (order.program.features.online_payments !== true) throw new ApiError('feature_disabled', { param: 'order_id' })
  const live = livePayment(order)
  const isCharged = order.instalments.some(({ status }) => status === 'charging')
  if (isCharged || (live && live.status !== 'requires_action')) throw new ApiError('payment_in_progress')
  checkDeclines(order, ctx.now, 'payment_source_id')
}

const partsToPay = (order: LoadedOrder, { instalment_id }: PayInstalmentsInput): InstalmentRow[] =>
  openParts(order).filter(({ id }) => instalment_id === undefined || instalment_id === null || id === instalment_id)

// The customer has just confirmed the charge at the bank, so nothing more is charged.
function payAfterQuestion(ctx: CustomerContext, order: OrderToPay, input: PayInstalmentsInput): PayResult {
  const payment = findFinished(order, input)
  if (!payment) throw new ApiError('payment_in_progress')
  return { payment: showPayment(ctx, payment, order), isNew: false }
}

function paymentRow(
  ctx: CustomerContext,
  order: OrderToPay,
  { input, parts, chosen }: { input: PayInstalmentsInput; parts: InstalmentRow[]; chosen: ChosenSource },
) {
  const id = ctx.newId('pay')
  return {
    id,
    order_id: order.id,
    customer_id: order.customer_id,
    status: 'created' as const,
    checkout_method: 'card' as const,
    amount_total: sum(parts.map(amountOfPart)),
    currency: order.currency,
    provider: paymentProvider(ctx.env).name,
    provider_account: order.program.payment_provider_id,
    return_url: pageAfterPayment(input.return_url, ctx.siteOrigin, {
      program_id: order.program_id,
      order_id: order.id,
    }),
    attempts: 1,
    provider_called_at: ctx.now,
    payment_source_id: chosen.stored_id,
    stores_source: chosen.stores,
    charge_key: `instalments:${id}`,
    created: ctx.now,
    updated: ctx.now,
  }
}
