import { reserveBalance, spendBalance } from '../balances/balance-ledger.ts'
import { balanceProvider } from '../../contract/money/account-balance.ts'
import { ApiError } from '../../contract/api-error.ts'
import { declineOf } from '../../contract/money/declines.ts'
import type { Payment, PayOrderRequest } from '../../contract/money/payment.ts'
import type { Ctx, CustomerContext } from '../../platform/context.ts'
import { commit } from '../../platform/database/commit.ts'
import type { Statement } from '../../platform/database/database.ts'
import { recordEvent } from '../../platform/database/outbox.ts'
import { retryOnConflict } from '../../platform/database/retry-on-conflict.ts'
import { orderPaid } from '../fulfilment/order-paid.ts'
import { toOrder, type LoadedOrder, orderReads, livePayment } from '../orders/load-order.ts'
import { chooseParts, plannedParts } from '../orders/instalments.ts'
import { holdUntilDue } from '../orders/hold-order.ts'
import { amountDue, balanceToUse } from '../orders/order-money.ts'
import { showPayment } from '../orders/show-payment.ts'
import type { PlannedPart } from '../../offering/pricing/instalment-schedule.ts'
import { refreshPayment } from './refresh-payment.ts'
import { consentWithCard } from './card-charge-consent.ts'
import { chargeCard } from './charge-card.ts'
import { endBankStep } from './close-intents.ts'
import { cardOfMemberships } from './card-of-memberships.ts'
import { checkPay, storesCardOnPage } from './check-pay.ts'
import { type ChosenSource, chooseSource } from './choose-source.ts'
import { loadOrderToPay, type OrderToPay } from './load-order-to-pay.ts'
import { balanceSet, endOffline, freePayment, openCardPayment, openOfflinePayment } from './open-payment.ts'
import { leaseMs } from './payment-outcome.ts'
import { findPayment } from './get-payment.ts'
import { guardPromisedPlaces, paymentById, type PaymentRow } from './payment-rows.ts'
import { ProviderUnreachable } from '../../platform/cards/provider.ts'
import { offlineLimitsOf } from '../orders/checkout-methods.ts'
import { offlineDueAt } from '../orders/checkout-methods.ts'

type PayOrderInput = PayOrderRequest & { order_id: string }
/** A checked request, with the balance it uses, its instalments, and the statements of the consent that it gives. */
type Paying = PayOrderInput & { balance: number; parts: PlannedPart[] | null; consent: Statement[] }
export type PayResult = { payment: Payment; isNew: boolean }

/**
 * Pays an order. Two commits with the provider between them: the payment is written before the provider is called with
 * its id as the idempotency key, so nothing is charged twice. A second request returns the payment in progress or the
 * finished one.
 */
export async function payOrder(ctx: CustomerContext, input: PayOrderInput): Promise<PayResult> {
  const seen: Seen = { balance: null }
  return retryOnConflict(async () => payOnce(ctx, input, seen))
}

/** The balance that the first attempt read. Another order may spend it before the next attempt. */
type Seen = { balance: number | null }

async function payOnce(ctx: CustomerContext, input: PayOrderInput, seen: Seen): Promise<PayResult> {
  const order = await loadOrderToPay(ctx, input)
  const live = livePayment(order)
  if (live && live.id === input.replaces_payment_id && live.status === 'requires_action') {
    await endBankStep(ctx, order, live)
    return payOnce(ctx, { ...input, replaces_payment_id: undefined }, seen)
  }
  const existing = await existingPayment(ctx, order, input)
  if (existing?.status === 'failed') return payOnce(ctx, input, seen)
  if (existing) return { payment: showPayment(ctx, existing, order), isNew: false }
  const balance = balanceToUse(order, input.use_account_balance === true)
  seen.balance ??= balance
  const parts = input.pay_in_instalments === true ? plannedParts(order, ctx.now) : null
  await checkPay(ctx, order, { ...input, balance, isBalanceSpent: balance < seen.balance, parts })

  const isCovered = balance > 0 && balance === amountDue(order) && !storesCardOnPage(order, input)
  const pay = { free: payNow, offline: payLater, card: payByCard }[isCovered ? 'free' : input.checkout_method]
  const consent = await consentWithCard(ctx, { ...input, program_id: order.program_id })
  return { payment: showPayment(ctx, await pay(ctx, order, { ...input, balance, parts, consent }), order), isNew: true }
}

// The payment that already answers this request. If its request was lost, the payment is read at the provider first; if
// it failed, this request may try.
async function existingPayment(ctx: Ctx, order: LoadedOrder, input: PayOrderInput): Promise<PaymentRow | null> {
  const live = livePayment(order)
  if (!live) return order.status === 'paid' ? paymentOfPaid(order) : null
  if (live.checkout_method === 'offline') return isAnotherWay(input) ? null : live
  if (live.status !== 'created' || ctx.now - (live.provider_called_at ?? 0) < leaseMs) return live
  return findPayment(await refreshPayment(ctx, order, live.id), live.id)
}

// An offline order may be paid by card or from the balance instead.
const isAnotherWay = ({ checkout_method, use_account_balance }: PayOrderInput): boolean =>
  checkout_method === 'card' || (checkout_method === 'free' && use_account_balance === true)

// The payment of a paid order other than its balance payment; null if there is none.
function paymentOfPaid({ payments }: LoadedOrder): PaymentRow | null {
  const succeeded = payments.filter(({ status }) => status === 'succeeded')
  return succeeded.findLast(({ provider }) => provider !== balanceProvider) ?? succeeded.at(-1) ?? null
}

// Completes an order when nothing is due, or when the balance covers the amount due.
async function payNow(ctx: CustomerContext, order: LoadedOrder, input: Paying): Promise<PaymentRow> {
  const { balance } = input
  const { payment_id, writes } =
    balance > 0 ? spendBalance(ctx, order, { amount: balance, actor: ctx.actor }) : freePayment(ctx, order, input)
  ctx.request.setCreatedLocation(addressOf(order, payment_id))
  const set = { checkout_method: 'free' as const, ...balanceSet(order, input) }
  const source = await cardOfMemberships(ctx, order, input)
  const paid = orderPaid(ctx, { ...order, balance_used: 0 }, { actor: ctx.actor, set, source, payment: writes })
  const [[row]] = await commit(
    ctx,
    [
      ...input.consent,
      ...endOffline(ctx, order),
      ...chooseParts(ctx, order, null),
      ...reserveBalance(ctx, order, balance, ctx.actor),
      ...paid,
    ],
    paymentById(ctx.db, payment_id),
  )
  return requireWritten(row)
}

async function payLater(ctx: CustomerContext, order: LoadedOrder, input: Paying): Promise<PaymentRow> {
  const { places } = offlineLimitsOf(order.program)
  const due = offlineDueAt(order, ctx.now)
  if (due <= ctx.now) throw new ApiError('offline_not_available', { param: 'checkout_method' })
  const hold = holdUntilDue(ctx, order, due)
  const { payment_id, writes } = openOfflinePayment(ctx, order, { ...input, hold })
  ctx.request.setCreatedLocation(addressOf(order, payment_id))
  const event = recordEvent(ctx, {
    kind: 'order.payment_pending',
    ref: order.id,
    key: payment_id,
    body: {},
  })
  const ceiling = guardPromisedPlaces(ctx.db, {
    customer_id: order.customer_id,
    program_id: order.program_id,
    max: places,
  })
  const [[row]] = await commit(ctx, [...input.consent, ...writes, ceiling, event], paymentById(ctx.db, payment_id))
  return requireWritten(row)
}

async function payByCard(ctx: CustomerContext, order: OrderToPay, input: Paying): Promise<PaymentRow> {
  // Later instalments and membership periods are charged to the card that pays the first, so it is stored.
  const stores = input.parts || order.chargesCardLater === 1 ? { store_payment_source: true } : {}
  const chosen = await chooseSource(ctx, order, { ...input, ...stores })
  const { payment_id, writes } = openCardPayment(ctx, order, { ...input, chosen })
  ctx.request.setCreatedLocation(addressOf(order, payment_id))
  const opened = toOrder(
    await commit(ctx, [...input.consent, ...writes], ...orderReads(ctx, order.id, order.customer_id)),
  )
  return chargeOpened(ctx, opened, { payment_id, chosen })
}

/** Second half of a card payment with the customer present: charges the card. Throws if it is declined. */
export async function chargeOpened(
  ctx: CustomerContext,
  opened: LoadedOrder,
  { payment_id, chosen }: { payment_id: string; chosen: ChosenSource },
): Promise<PaymentRow> {
  const settled = await chargeCard(ctx, opened, { payment_id, chosen, isOffSession: false }).catch((error: unknown) => {
    if (!(error instanceof ProviderUnreachable)) throw error
    throw new ApiError('payment_failed', {}, 'answer_lost')
  })
  if (settled.status === 'failed') throw declined(settled)
  return settled
}

const addressOf = (order: LoadedOrder, paymentId: string) => `/v1/profile/orders/${order.id}/payments/${paymentId}`

function requireWritten(row: PaymentRow | undefined): PaymentRow {
  if (!row) throw new Error('payment was not written')
  return row
}

/** The error of a failed card payment: 402 with the decline's code. Its message has the reason and the next step. */
const declined = ({ error_type }: PaymentRow) => new ApiError('payment_failed', {}, declineOf(error_type).key)
