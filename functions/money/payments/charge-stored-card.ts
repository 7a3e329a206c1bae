import { system } from '../../platform/actor.ts'
import { ApiError } from '../../contract/api-error.ts'
import { declineOf } from '../../contract/money/declines.ts'
import type { Ctx } from '../../platform/context.ts'
import { paymentProvider } from '../../platform/cards/choose.ts'
import type { Statement } from '../../platform/database/database.ts'
import { commit } from '../../platform/database/commit.ts'
import { historyRow } from '../../platform/database/history.ts'
import { recordEvent } from '../../platform/database/outbox.ts'
import { retryOnConflict } from '../../platform/database/retry-on-conflict.ts'
import { livePayment, type LoadedOrder, loadOrder, orderReads, toOrder } from '../orders/load-order.ts'
import { amountRemaining } from '../orders/order-money.ts'
import { chargeCard } from './charge-card.ts'
import type { ChosenSource } from './choose-source.ts'
import { findPayment } from './get-payment.ts'
import { isUntried, leaseMs } from './payment-outcome.ts'
import { insertPayment, paymentByChargeKey, type PaymentRow } from './payment-rows.ts'
import * as paymentStates from '../../contract/states/payment-states.ts'
import { transitionPayment } from './payment-steps.ts'
import { ProviderUnreachable } from '../../platform/cards/provider.ts'
import { refreshPayment } from './refresh-payment.ts'
import { settlePayment } from './settle-payment.ts'
import { isChargeable, profileToCharge, sourceById, sourcesOfProfile } from './source-rows.ts'
import * as orderStates from '../../contract/states/order-states.ts'

export type StoredCardCharge = {
  /** The order to pay: `pending`, or `paid` with an instalment due. */
  order_id: string
  /**
   * Identifies this charge permanently, such as `instalment:ins_1:2` for the second attempt. The same key is the same
   * payment.
   */
  key: string
  /** At most the unpaid amount of the order, in minor units. */
  amount: number
  /** The stored card; by default the customer's default card in the program, unless its bank refused it for good. */
  payment_source_id?: string | null
}

/** Status of a charge. `paid` and `declined` are final; for the others, call again with the same key. */
export type ChargeOutcome =
  | { type: 'paid'; payment_id: string }
  /**
   * The charge was declined, with its code (contract/money/declines.ts). The payment stays failed; a new attempt
   * needs a new key.
   */
  | { type: 'declined'; payment_id: string; code: string }
  /**
   * The bank asks for the customer's confirmation, and the customer was mailed a link. Counts as a failed attempt; a
   * new key withdraws the request.
   */
  | { type: 'requires_action'; payment_id: string }
  /**
   * The response was lost or the bank takes its time, so the outcome is not known yet. The scheduler reads the
   * outcome later.
   */
  | { type: 'processing'; payment_id: string }
  /** The customer has no such card, or their bank refused it for good: nothing was charged or written. */
  | { type: 'no_card' }

/**
 * Charges a stored card without its customer, for an instalment or a membership renewal. Another call with the same key
 * charges nothing and returns the current status, so that a caller repeats it until the outcome is final, also after a
 * crash. The payment is written before the provider is called with its id as the idempotency key; a payment whose
 * response was lost is found by its intent. A payment makes a `pending` order paid, or pays what a `paid` order still
 * owes; any surplus is refunded. The caller mails the customer about a paid or declined charge; this function mails
 * only the bank's request for confirmation. Throws `payment_in_progress` while the customer is paying, `state_conflict`
 * for an order that accepts no money, and `invalid_amount` for more than is due.
 */
export async function chargeStoredCard(ctx: Ctx, input: StoredCardCharge): Promise<ChargeOutcome> {
  return retryOnConflict(async () => {
    const [existing] = await paymentByChargeKey(ctx.db, input.key)
    const payment = existing ? await latest(ctx, existing) : await charge(ctx, input)
    if (!payment) return { type: 'no_card' }
    return outcomeOf(await continueCharge(ctx, payment))
  })
}

// Repeats an attempt that never started. If the bank asks for the customer, this opens the bank's request for
// confirmation.
async function continueCharge(ctx: Ctx, payment: PaymentRow): Promise<PaymentRow> {
  if (wantsCustomer(payment)) return tryAgain(ctx, payment, { isOffSession: false })
  if (!isStillUntried(payment) || ctx.now - payment.updated < leaseMs) return payment
  const tried = await tryAgain(ctx, payment, { isOffSession: true })
  return wantsCustomer(tried) ? tryAgain(ctx, tried, { isOffSession: false }) : tried
}

const isStillUntried = ({ status, error_type }: PaymentRow): boolean => status === 'failed' && isUntried(error_type)

function outcomeOf(payment: PaymentRow): ChargeOutcome {
  const { id: payment_id, status, error_type } = payment
  if (status === 'succeeded') return { type: 'paid', payment_id }
  if (status === 'requires_action') return { type: 'requires_action', payment_id }
  if (paymentStates.live.has(status) || isStillUntried(payment)) return { type: 'processing', payment_id }
  return { type: 'declined', payment_id, code: declineOf(error_type).key }
}

// Does not touch a request in progress, and reads an older request at the provider.
async function latest(ctx: Ctx, payment: PaymentRow): Promise<PaymentRow> {
  if (!paymentStates.live.has(payment.status) || ctx.now - (payment.provider_called_at ?? 0) < leaseMs) return payment
  return findPayment(await refreshPayment(ctx, await loadOrder(ctx, payment.order_id), payment.id), payment.id)
}

async function charge(ctx: Ctx, input: StoredCardCharge): Promise<PaymentRow | null> {
  const order = await withdrawQuestion(ctx, await loadOrder(ctx, input.order_id))
  if (!orderStates.chargeable.has(order.status)) throw new ApiError('state_conflict', { subject: order.status })
  if (input.amount <= 0 || input.amount > amountRemaining(order))
    throw new ApiError('invalid_amount', { param: 'amount' })
  const chosen = await storedCard(ctx, order, input.payment_source_id ?? null)
  if (!chosen) return null

  const id = ctx.newId('pay')
  const row = {
    id,
    order_id: order.id,
    customer_id: order.customer_id,
    status: 'created' as const,
    checkout_method: 'card' as const,
    amount_total: input.amount,
    currency: order.currency,
    provider: paymentProvider(ctx.env).name,
    provider_account: order.program.payment_provider_id,
    attempts: 1,
    provider_called_at: ctx.now,
    payment_source_id: chosen.stored_id,
    charge_key: input.key,
    created: ctx.now,
    updated: ctx.now,
  }
  const history = { object: 'payment', object_id: id, step: -1, from: null, to: 'created', actor: system } as const
  const writes = [insertPayment(ctx.db, row), historyRow(ctx, { ...history, at: ctx.now })]
  const opened = toOrder(await commit(ctx, writes, ...orderReads(ctx, order.id, null)))
  return tryCard(ctx, opened, { payment_id: id, chosen, isOffSession: true })
}

// If the provider does not respond, the payment stays as it was opened.
async function tryCard(ctx: Ctx, order: LoadedOrder, input: Parameters<typeof chargeCard>[2]): Promise<PaymentRow> {
  return chargeCard(ctx, order, input).catch((error: unknown) => {
    if (!(error instanceof ProviderUnreachable)) throw error
    return findPayment(order, input.payment_id)
  })
}

/**
 * The current order, with the bank's unanswered request to confirm an earlier charge, if there is one. Nothing more
 * is charged until the customer answers.
 */
export async function openQuestion(
  ctx: Ctx,
  read: LoadedOrder,
): Promise<{ order: LoadedOrder; question: PaymentRow | null }> {
  const before = livePayment(read)
  if (!before || !isQuestion(before)) return { order: read, question: null }
  const order = await refreshPayment(ctx, read, before.id)
  const live = livePayment(order)
  return { order, question: live?.id === before.id && isQuestion(live) ? live : null }
}

const isQuestion = ({ status, charge_key, return_url }: PaymentRow): boolean =>
  status === 'requires_action' && charge_key !== null && return_url === null

/** Mails the bank's request for confirmation again. */
export const remindOfQuestion = (ctx: Ctx, question: PaymentRow, attempt: number): Statement =>
  recordEvent(ctx, {
    kind: 'payment.confirmation_needed',
    ref: question.id,
    key: `${question.id}:${attempt}`,
    body: {},
  })

/**
 * Withdraws the bank's request to confirm an earlier charge, unless the customer has just confirmed it. Returns the
 * current order.
 */
export async function withdrawQuestion(ctx: Ctx, order: LoadedOrder): Promise<LoadedOrder> {
  const live = livePayment(order)
  if (live?.status !== 'requires_action' || live.charge_key === null || live.intent_id === null) return order
  const intent = await paymentProvider(ctx.env).cancel({
    intent_id: live.intent_id,
    account: live.provider_account,
    now: ctx.now,
  })
  return settlePayment(ctx, order, { payment_id: live.id, intent, isOwnAnswer: true })
}

async function storedCard(ctx: Ctx, order: LoadedOrder, id: string | null): Promise<ChosenSource | null> {
  const { customer_id, program_id, customer_profile_id } = order
  const [[profile], [named], kept] = await ctx.db.batch([
    profileToCharge(ctx.db, { customer_id, program_id }),
    sourceById(ctx.db, id ?? ''),
    sourcesOfProfile(ctx.db, customer_profile_id),
  ])
  const source = id === null ? kept.find(isChargeable) : named
  const isTheirs = source?.customer_profile_id === customer_profile_id && source.detached_at === null
  if (!profile || !source || !isTheirs || source.provider !== paymentProvider(ctx.env).name) return null
  return { source: source.id, profile, stored_id: source.id, stores: false, is_default: source.is_default }
}

// The first attempt is off session; the second opens the confirmation at the bank that the mail links to.
const wantsCustomer = ({ status, error_type, attempts }: PaymentRow): boolean =>
  status === 'failed' && error_type === 'authentication_required' && attempts === 1

async function tryAgain(
  ctx: Ctx,
  payment: PaymentRow,
  { isOffSession }: { isOffSession: boolean },
): Promise<PaymentRow> {
  const order = await loadOrder(ctx, payment.order_id)
  const chosen = await storedCard(ctx, order, payment.payment_source_id)
  if (!chosen) return payment
  // Without the customer, the same attempt is repeated with the same idempotency key.
  const attempts = payment.attempts + (isOffSession ? 0 : 1)
  const set = { attempts, error_type: null, provider_called_at: ctx.now }
  const writes = transitionPayment(ctx, payment, 'created', { actor: system, reason: payment.error_type ?? '', set })
  const opened = toOrder(await commit(ctx, writes, ...orderReads(ctx, order.id, null)))
  return tryCard(ctx, opened, { payment_id: payment.id, chosen, isOffSession })
}
