import type Stripe from 'stripe'
import type { Card } from '../../contract/card.ts'
import { fromStripe } from '../../contract/money/stripe-amount.ts'
import type { Dispute, Intent, ProviderRefund, SetupIntent, StoredCard } from './provider.ts'
import { failureOf } from './stripe-client.ts'

/** The code of a decline is the bank's reason, or Stripe's code without one. */
export const declineKey = (error: { code?: string; decline_code?: string } | null | undefined): string | null =>
  error ? (error.decline_code ?? error.code ?? 'generic_decline') : null

/** Stripe's intent in our terms. */
export function shownIntent(intent: Stripe.PaymentIntent): Intent {
  // The bank notifies the cardholder itself and charges later, so no action is needed here.
  const isNotified = intent.next_action?.type === 'card_await_notification'
  const isWaiting = intent.status === 'requires_action' && !isNotified
  const method = methodOf(intent.payment_method) ?? intent.last_payment_error?.payment_method ?? null
  const isStored = intent.status === 'succeeded' && method?.customer != null
  return {
    id: intent.id,
    payment_id: intent.metadata['payment_id'] ?? '',
    order_id: intent.metadata['order_id'] ?? '',
    state: isNotified ? 'processing' : (intent.status as Intent['state']),
    amount: fromStripe(intent.amount, intent.currency),
    amount_received: fromStripe(intent.amount_received, intent.currency),
    currency: intent.currency.toUpperCase(),
    decline: intent.status === 'requires_payment_method' ? declineKey(intent.last_payment_error) : null,
    next_action_url: isWaiting ? (intent.next_action?.redirect_to_url?.url ?? null) : null,
    client_secret: isWaiting ? intent.client_secret : null,
    card: method && shownCard(method, intent.status === 'succeeded' ? 'consumed' : 'chargeable'),
    stored_source: isStored ? (method?.id ?? null) : null,
  }
}

/** The intent after a declined charge, with the reason; null for an error that is not a decline. */
export function refusedIntent(error: unknown): { decline: string; intent: Intent | null } | null {
  const { type, code, param, decline_code, payment_intent } = failureOf(error)
  const decline =
    type === 'StripeCardError'
      ? (decline_code ?? code ?? 'generic_decline')
      : type === 'StripeInvalidRequestError'
        ? refusedRequest(param, code)
        : null
  if (decline === null) return null
  return { decline, intent: payment_intent ? { ...shownIntent(payment_intent), decline } : null }
}

// Faults of the card or the amount are shown to the customer; every other fault is ours.
function refusedRequest(param: string | undefined, code: string | undefined): string | null {
  if (param === 'payment_method' || param === 'confirmation_token') return 'incorrect_number'
  if (isAmount(code)) return 'invalid_amount'
  // A detached or already used card has no error code of its own.
  return code === undefined ? 'card_removed' : null
}

const isAmount = (code: string | undefined) => code === 'amount_too_small' || code === 'amount_too_large'

/** Null when the amount was rejected before a charge; rethrows every other error. */
export function refusedAmount(error: unknown): null {
  if (isAmount(failureOf(error).code)) return null
  throw error
}

/** The displayable data of a card. */
export function shownCard({ card, customer }: Stripe.PaymentMethod, status: 'chargeable' | 'consumed'): Card {
  return {
    brand: card?.brand ?? null,
    last4: card?.last4 ?? null,
    exp_month: card?.exp_month ?? null,
    exp_year: card?.exp_year ?? null,
    funding: card?.funding ?? null,
    country: card?.country ?? null,
    three_d_secure: card ? (card.three_d_secure_usage?.supported ? 'optional' : 'not_supported') : null,
    is_default: false,
    status,
    usage: customer ? 'reusable' : 'single_use',
    currency: null,
  }
}

/** A card stored for a customer, or null for a card without one. */
export function storedCard(method: Stripe.PaymentMethod): StoredCard | null {
  const customer = idOf(method.customer)
  return customer === null ? null : { id: method.id, customer, card: shownCard(method, 'chargeable') }
}

/** Stripe's setup intent in our terms. */
export function shownSetup(intent: Stripe.SetupIntent): SetupIntent {
  const method = methodOf(intent.payment_method)
  return {
    id: intent.id,
    setup_id: intent.metadata?.['setup_id'] ?? '',
    customer: idOf(intent.customer) ?? '',
    state: intent.status as SetupIntent['state'],
    decline: intent.status === 'requires_payment_method' ? declineKey(intent.last_setup_error) : null,
    next_action_url: intent.status === 'requires_action' ? (intent.next_action?.redirect_to_url?.url ?? null) : null,
    client_secret: intent.status === 'succeeded' ? null : intent.client_secret,
    source: intent.status === 'succeeded' && method ? storedCard(method) : null,
  }
}

const refundStates: Record<string, ProviderRefund['state']> = {
  pending: 'pending',
  requires_action: 'requires_action',
  succeeded: 'succeeded',
  failed: 'failed',
  canceled: 'cancelled',
}

/** Stripe's refund in our terms. */
export const shownRefund = (refund: Stripe.Refund): ProviderRefund => ({
  id: refund.id,
  state: refundStates[refund.status ?? ''] ?? 'pending',
  failure: refund.failure_reason ?? null,
})

/** Stripe's dispute in our terms. */
export function shownDispute(dispute: Stripe.Dispute): Dispute {
  const asksForEvidence = dispute.status === 'needs_response' || dispute.status === 'warning_needs_response'
  const dueBy = dispute.evidence_details.due_by
  return {
    id: dispute.id,
    intent_id: idOf(dispute.payment_intent) ?? '',
    amount: fromStripe(dispute.amount, dispute.currency),
    currency: dispute.currency.toUpperCase(),
    reason: dispute.reason,
    state: dispute.status,
    evidence_due_by: asksForEvidence && dueBy !== null ? dueBy * 1000 : null,
  }
}

const methodOf = (method: string | Stripe.PaymentMethod | null): Stripe.PaymentMethod | null =>
  typeof method === 'string' ? null : method

/** The id of an object that may be expanded; null for none. */
export const idOf = (object: string | { id: string } | null | undefined): string | null =>
  typeof object === 'string' ? object : (object?.id ?? null)
