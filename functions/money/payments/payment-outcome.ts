import { minuteMs } from '../../contract/limits.ts'
import type { StatusIn } from '../../contract/states/status-set.ts'
import type { OrderStatus } from '../../contract/states/order-states.ts'
import type { PaymentState } from '../../contract/states/payment-states.ts'
import type { Intent } from '../../platform/cards/provider.ts'
import * as paymentStates from '../../contract/states/payment-states.ts'
import * as orderStates from '../../contract/states/order-states.ts'

/** Refusals that mean: a place that this money was for, or the credit that pays for one beside it, is gone. */
export const placeGone = new Set([
  'sold_out',
  'already_registered',
  'slot_taken',
  'option_not_on_sale',
  'credit_not_available',
])

/** Reasons of a payment that failed before any card was tried: no decline of the customer, and charged again by the clock. */
export const untried = ['rate_limit', 'lock_timeout', 'cards_unavailable'] as const
export type UntriedReason = (typeof untried)[number]
export const isUntried = (code: string | null): boolean => untried.some((each) => each === code)

/** How long a request may take with the provider before someone else may judge its payment, in ms. */
export const leaseMs = minuteMs

export type PaymentOutcome =
  /** Nothing new. */
  | { is: 'nothing' }
  /** The provider speaks of another payment, order or currency: nothing is believed, a person looks at it. */
  | { is: 'doubt'; why: 'payment' | 'order' | 'currency' }
  | { is: 'waiting'; to: StatusIn<typeof paymentStates.undecided> }
  | { is: 'failed'; code: string }
  | { is: 'cancelled' }
  /**
   * Money came: enough for an open order; too little for it (stays pending, alert); for one that had expired (`late`: it is paid if its
   * places can be taken again, else it is cancelled and the money returned); a part of what a paid order still owes (`part`); another
   * sum than that part (`other_part`: returned, alert, the part stays due); or for one that wants none (`surplus`: returned, alert).
   */
  | { is: 'paid' | 'short' | 'late' | 'part' | 'other_part' | 'surplus' }

export type PaymentFacts = {
  payment: {
    id: string
    status: PaymentState
    amount_total: number
    currency: string
    provider_called_at: number | null
    next_action_url: string | null
    charge_key: string | null
  }
  order: { id: string; status: OrderStatus; due: number }
  intent: Intent
  now: number
  /** The answer to the very request that tried the card; a reader who comes by must leave a fresh try alone. */
  isOwnAnswer: boolean
}

/** What the provider's word means for a payment and its order. */
export function paymentOutcome(facts: PaymentFacts): PaymentOutcome {
  const { payment, order, intent } = facts
  if (payment.status === 'succeeded') return { is: 'nothing' }
  if (intent.payment_id !== payment.id) return { is: 'doubt', why: 'payment' }
  if (intent.order_id !== order.id) return { is: 'doubt', why: 'order' }
  if (intent.currency !== payment.currency) return { is: 'doubt', why: 'currency' }
  if (intent.state === 'succeeded') return moneyCame(facts)
  if (intent.state === 'canceled') return payment.status === 'cancelled' ? { is: 'nothing' } : { is: 'cancelled' }
  if (intent.state === 'requires_action')
    return isSame(payment, intent, 'requires_action') ? { is: 'nothing' } : { is: 'waiting', to: 'requires_action' }
  if (intent.state === 'processing' || intent.state === 'requires_capture')
    return payment.status === 'processing' ? { is: 'nothing' } : { is: 'waiting', to: 'processing' }
  return notPaid(facts)
}

function moneyCame({ order, payment, intent: { amount_received: received } }: PaymentFacts): PaymentOutcome {
  const isEnough = received >= order.due
  if (orderStates.awaitingPayment.has(order.status)) return { is: isEnough ? 'paid' : 'short' }
  if (order.status === 'paid' && payment.charge_key !== null && order.due > 0) {
    if (received !== payment.amount_total) return { is: 'other_part' }
    if (received <= order.due) return { is: 'part' }
  }
  return { is: order.status === 'expired' && isEnough ? 'late' : 'surplus' }
}

function isSame(payment: PaymentFacts['payment'], intent: Intent, state: PaymentState): boolean {
  return payment.status === state && payment.next_action_url === intent.next_action_url
}

// An intent that waits for a card after a try failed; one whose first request never came through fails once its time is up.
function notPaid({ payment, intent, now, isOwnAnswer }: PaymentFacts): PaymentOutcome {
  if (paymentStates.unsuccessful.has(payment.status)) return { is: 'nothing' }
  const isFresh = payment.status === 'created' && !isOwnAnswer && now - (payment.provider_called_at ?? 0) < leaseMs
  if (isFresh || (isOwnAnswer && intent.decline === null)) return { is: 'nothing' }
  // What the clock charges, and never reached the provider, was not tried; its customer would not know what it is about.
  return { is: 'failed', code: intent.decline ?? (payment.charge_key === null ? 'processing_error' : 'rate_limit') }
}
