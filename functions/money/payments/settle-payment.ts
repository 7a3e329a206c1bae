import type { StatusIn } from '../../contract/states/status-set.ts'
import type * as paymentStates from '../../contract/states/payment-states.ts'
import { provider } from '../../platform/actor.ts'
import { ApiError } from '../../contract/api-error.ts'
import { reserveBalance } from '../balances/balance-ledger.ts'
import { actAs, type Ctx } from '../../platform/context.ts'
import { paymentProvider } from '../../platform/cards/choose.ts'
import { commit } from '../../platform/database/commit.ts'
import type { Statement } from '../../platform/database/database.ts'
import { recordEvent } from '../../platform/database/outbox.ts'
import { retryOnConflict } from '../../platform/database/retry-on-conflict.ts'
import { orderPaid } from '../fulfilment/order-paid.ts'
import { toOrder, type LoadedOrder, loadOrder, orderReads } from '../orders/load-order.ts'
import { amountDeferred } from '../orders/instalments.ts'
import { checkMove, isMoveOrder } from '../orders/move-order.ts'
import { lengthenOrderHold } from '../orders/hold-order.ts'
import { amountDue, amountRemaining } from '../orders/order-money.ts'
import { transitionOrder } from '../orders/order-steps.ts'
import { isUntried, paymentOutcome, type PaymentOutcome, placeGoneErrors } from './payment-outcome.ts'
import { clearCardsRefused } from './cards-refused-rows.ts'
import { findPayment } from './get-payment.ts'
import { firstPartPaid, partsPaid } from './parts-paid.ts'
import type { PaymentChange, PaymentRow } from './payment-rows.ts'
import { refundFailedMove, isStillOffered, refundLatePayment } from './late-money.ts'
import { transitionPayment, recordDecline, returnSurplus } from './payment-steps.ts'
import type { Intent } from '../../platform/cards/provider.ts'
import { nextActionAddress } from './return-address.ts'
import { keepPaidCard } from './stored-source.ts'
import * as orderStates from '../../contract/states/order-states.ts'

/**
 * Outcomes whose batch is aborted if the order changed while the provider was called. The others are decided on the
 * current order.
 */
const conflictOnChange = new Set<PaymentOutcome['type']>([
  'paid',
  'short',
  'late',
  'part',
  'waiting',
  'failed',
  'cancelled',
])

type SettlePaymentInput = { payment_id: string; intent: Intent; isOwnAnswer: boolean }
type Settling = { order: LoadedOrder; payment: PaymentRow; intent: Intent }

/**
 * Records the provider's response about a payment, for the payment request, the return from the bank, the scheduler and
 * webhooks. One batch; after a conflict the order is read again, so that the effect happens once. `before` is the order
 * as read before the provider was called. Returns the current order.
 */
export async function settlePayment(ctx: Ctx, before: LoadedOrder, input: SettlePaymentInput): Promise<LoadedOrder> {
  // A payment is recorded even if its owner has logged out meanwhile.
  const own = actAs(ctx, provider)
  return retryOnConflict(async (attempt) => {
    const mayUseBefore = attempt === 1 && conflictOnChange.has(outcomeOf(own, before, input).type)
    return settleOnce(own, mayUseBefore ? before : await loadOrder(own, before.id), input)
  })
}

async function settleOnce(
  ctx: Ctx,
  order: LoadedOrder,
  input: SettlePaymentInput,
  arePlacesGone = false,
): Promise<LoadedOrder> {
  const outcome = outcomeOf(ctx, order, input)
  if (outcome.type === 'nothing') return order

  const payment = findPayment(order, input.payment_id)
  const writes = writesOf(ctx, outcome, { order, payment, intent: input.intent }, arePlacesGone)
  try {
    return toOrder(await commit(ctx, writes, ...orderReads(ctx, order.id, null)))
  } catch (error) {
    const mayBeGone = outcome.type === 'late' || (outcome.type === 'paid' && isMoveOrder(order))
    const isPlaceGone = mayBeGone && error instanceof ApiError && placeGoneErrors.has(error.type)
    if (!isPlaceGone || arePlacesGone) throw error
    return settleOnce(ctx, await loadOrder(ctx, order.id), input, true)
  }
}

function outcomeOf(ctx: Ctx, order: LoadedOrder, { payment_id, intent, isOwnAnswer }: SettlePaymentInput) {
  const { id, status } = order
  const payment = findPayment(order, payment_id)
  return paymentOutcome({
    payment,
    order: { id, status, due: amountNow(order) - balanceReleased(order, payment) },
    intent,
    now: ctx.now,
    isOwnAnswer,
  })
}

// The amount due now. For an order that awaits its first instalment it is the amount of that instalment.
const amountNow = (order: LoadedOrder): number => amountRemaining(order) - amountDeferred(order)

function writesOf(
  ctx: Ctx,
  outcome: Exclude<PaymentOutcome, { type: 'nothing' }>,
  about: Settling,
  arePlacesGone: boolean,
): Statement[] {
  const { order, payment } = about
  if (outcome.type === 'mismatch') return [alert(ctx, payment, `other_${outcome.field}`)]
  if (outcome.type === 'waiting') return waiting(ctx, outcome.to, about)
  if (outcome.type === 'failed') return failed(ctx, outcome.code, about)
  if (outcome.type === 'cancelled')
    return [...transitionPayment(ctx, payment, 'cancelled', { actor: provider }), ...backToPending(ctx, order)]

  const source = payment.payment_source_id ?? about.intent.stored_source
  const received = [
    ...transitionPayment(ctx, payment, 'succeeded', { actor: provider, set: moneySet(about) }),
    clearCardsRefused(ctx.db),
    ...keepPaidCard(ctx, payment, { ...about.intent, customer_profile_id: order.profile.id }),
  ]
  // The moving booking has changed, or can no longer take the new place: refund the payment.
  if (outcome.type === 'paid' && (checkMove(order, ctx.now) || (isMoveOrder(order) && arePlacesGone)))
    return [...received, ...refundFailedMove(ctx, order, payment)]
  if (outcome.type === 'paid')
    return [
      ...received,
      ...orderPaid(ctx, order, { actor: provider, source }),
      ...firstPartPaid(ctx, order, about),
      ...(about.intent.amount_received > amountNow(order) ? [alert(ctx, payment, 'too_much')] : []),
    ]
  if (outcome.type === 'short')
    return [
      ...received,
      ...transitionOrder(ctx, order, 'pending', { actor: provider, reason: 'too_little' }),
      alert(ctx, payment, 'too_little'),
    ]
  if (outcome.type === 'part')
    return [
      ...received,
      ...transitionOrder(ctx, order, 'paid', { actor: provider, reason: 'part_paid' }),
      ...partsPaid(ctx, order, { payment, intent: about.intent, actor: provider }),
    ]
  // A card was stored for an order that ended or was completed otherwise: nothing is refunded.
  if (payment.amount_total === 0 && about.intent.amount_received === 0) return received
  const unwanted = { surplus: 'not_wanted', other_part: 'other_part', late: null } as const
  const why = unwanted[outcome.type]
  if (why) return [...received, ...returnSurplus(ctx, payment, why), alert(ctx, payment, why)]
  const balance = balanceReleased(order, payment)
  if (
    order.memberships.length > 0 ||
    arePlacesGone ||
    balance > (order.balance ?? 0) ||
    !isStillOffered(order, ctx.now)
  )
    return [...received, ...refundLatePayment(ctx, order, payment)]
  return [
    ...received,
    ...reserveBalance(ctx, order, balance, provider),
    ...orderPaid(ctx, { ...order, balance_used: balance }, { actor: provider }),
    ...firstPartPaid(ctx, order, about),
  ]
}

/** The balance that an expired order had reserved in addition to this payment. A late payment needs it again. */
function balanceReleased(order: LoadedOrder, payment: PaymentRow): number {
  if (order.status !== 'expired' || !order.use_account_balance) return 0
  return Math.max(0, amountDue(order) - amountDeferred(order) - payment.amount_total)
}

function waiting(
  ctx: Ctx,
  to: StatusIn<typeof paymentStates.undecided>,
  { order, payment, intent }: Settling,
): Statement[] {
  const address = nextActionAddress(intent.next_action_url, paymentProvider(ctx.env))
  const moved = transitionPayment(ctx, payment, to, {
    actor: provider,
    set: {
      intent_id: intentId(intent, payment),
      card: chargedCard(intent, payment),
      next_action_url: address,
      client_secret: intent.client_secret,
      provider_called_at: ctx.now,
    },
  })
  // The bank's request to confirm a charge without the customer is mailed.
  const question =
    to === 'requires_action' && payment.charge_key !== null && payment.return_url === null
      ? [recordEvent(ctx, { kind: 'payment.confirmation_needed', ref: payment.id, body: {} })]
      : []
  if (!orderStates.awaitingPayment.has(order.status)) return [...moved, ...question]
  const hold = to === 'requires_action' ? lengthenOrderHold(ctx, order, 'bank') : { set: {}, writes: [] }
  return [...moved, ...question, ...transitionOrder(ctx, order, to, { actor: provider, set: hold.set }), ...hold.writes]
}

function failed(ctx: Ctx, code: string, { order, payment, intent }: Settling): Statement[] {
  const set: PaymentChange = {
    intent_id: intentId(intent, payment),
    card: chargedCard(intent, payment),
    error_type: code,
    next_action_url: null,
    client_secret: null,
    provider_called_at: ctx.now,
  }
  const moved = [
    ...transitionPayment(ctx, payment, 'failed', { actor: provider, reason: code, set }),
    ...(isUntried(code) || isForBank(payment, code) ? [] : recordDecline(ctx, payment, code)),
  ]
  const { status } = order
  if (!orderStates.awaitingPayment.has(status)) return moved
  const hold = lengthenOrderHold(ctx, order, 'decline')
  return [
    ...moved,
    ...transitionOrder(ctx, order, 'pending', { actor: provider, reason: 'payment_failed', set: hold.set }),
    ...hold.writes,
  ]
}

// True when the bank asks for the absent customer, who gets a mail. This is not a decline.
const isForBank = ({ charge_key, return_url }: PaymentRow, code: string): boolean =>
  code === 'authentication_required' && charge_key !== null && return_url === null

function backToPending(ctx: Ctx, order: LoadedOrder): Statement[] {
  if (!orderStates.charging.has(order.status)) return []
  return transitionOrder(ctx, order, 'pending', { actor: provider, reason: 'payment_cancelled' })
}

function moneySet({ intent, payment }: Settling): PaymentChange {
  return {
    intent_id: intentId(intent, payment),
    card: chargedCard(intent, payment),
    amount_received: intent.amount_received,
    error_type: null,
    next_action_url: null,
    client_secret: null,
    provider_called_at: null,
  }
}

// Only the attempt knows whether this was the customer's default card.
const chargedCard = ({ card }: Intent, payment: PaymentRow) =>
  card && { ...card, is_default: card.is_default || payment.card?.is_default === true }

// There is no intent if the provider never received the payment.
const intentId = (intent: Intent, payment: PaymentRow) => (intent.id === '' ? payment.intent_id : intent.id)

function alert(ctx: Ctx, payment: PaymentRow, why: string): Statement {
  return recordEvent(ctx, {
    kind: 'payment.needs_attention',
    ref: payment.id,
    key: `${payment.id}:${why}`,
    body: { why },
  })
}
