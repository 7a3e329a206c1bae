import { minuteMs } from '../../contract/limits.ts'
import type { StatusIn } from '../../contract/states/status-set.ts'
import type { OrderStatus } from '../../contract/states/order-states.ts'
import type { PaymentState } from '../../contract/states/payment-states.ts'
import type { Intent } from '../../platform/cards/provider.ts'
import * as paymentStates from '../../contract/states/payment-states.ts'
import * as orderStates from '../../contract/states/order-states.ts'

/** Errors that mean that a place of this payment, or the credit for one, is gone. */
export const placeGoneErrors = new Set([
  'sold_out',
  'already_registered',
  'slot_taken',
  'option_not_on_sale',
  'credit_not_available',
])

/** Reasons of a payment that failed before any card was tried: not a decline, and charged again by the scheduler. */
export const untriedReasons = ['rate_limit', 'lock_timeout', 'cards_unavailable'] as const
export type UntriedReason = (typeof untriedReasons)[number]
export const isUntried = (code: string | null): boolean => untriedReasons.some((each) => each === code)

/** How long a request to the provider may take before others may settle its payment, in ms. */
export const leaseMs = minuteMs

export type PaymentOutcome =
  | { type: 'nothing' }
  /** The provider names another payment, order or currency: nothing is recorded, and a person is alerted. */
  | { type: 'mismatch'; field: 'payment' | 'order' | 'currency' }
  | { type: 'waiting'; to: StatusIn<typeof paymentStates.undecided> }
  | { type: 'failed'; code: string }
  | { type: 'cancelled' }
  /**
   * A payment succeeded. `paid`: enough for an open order. `short`: too little; the order stays pending, with an alert.
   * `late`: the order had expired; it is paid if its places can be taken again, otherwise cancelled and refunded.
   * `part`: an instalment of a paid order. `other_part`: not the amount of that instalment; refunded, with an alert,
   * and still due. `surplus`: the order needs no money; refunded, with an alert.
   */
  | { type: 'paid' | 'short' | 'late' | 'part' | 'other_part' | 'surplus' }

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
  /** True for the response to the request that tried the card. Other readers must not change a new attempt. */
  isOwnAnswer: boolean
}

/** What the provider's response means for a payment and its order. */
export function paymentOutcome(facts: PaymentFacts): PaymentOutcome {
  const { payment, order, intent } = facts
  if (payment.status === 'succeeded') return { type: 'nothing' }
  if (intent.payment_id !== payment.id) return { type: 'mismatch', field: 'payment' }
  if (intent.order_id !== order.id) return { type: 'mismatch', field: 'order' }
  if (intent.currency !== payment.currency) return { type: 'mismatch', field: 'currency' }
  if (intent.state === 'succeeded') return moneyCame(facts)
  if (intent.state === 'canceled') return payment.status === 'cancelled' ? { type: 'nothing' } : { type: 'cancelled' }
  if (intent.state === 'requires_action')
    return isSame(payment, intent, 'requires_action') ? { type: 'nothing' } : { type: 'waiting', to: 'requires_action' }
  if (intent.state === 'processing' || intent.state === 'requires_capture')
    return payment.status === 'processing' ? { type: 'nothing' } : { type: 'waiting', to: 'processing' }
  return notPaid(facts)
}

function moneyCame({ order, payment, intent: { amount_received: received } }: PaymentFacts): PaymentOutcome {
  const isEnough = received >= order.due
  if (orderStates.awaitingPayment.has(order.status)) return { type: isEnough ? 'paid' : 'short' }
  if (order.status === 'paid' && payment.charge_key !== null && order.due > 0) {
    if (received !== payment.amount_total) return { type: 'other_part' }
    if (received <= order.due) return { type: 'part' }
  }
  return { type: order.status === 'expired' && isEnough ? 'late' : 'surplus' }
}

function isSame(payment: PaymentFacts['payment'], intent: Intent, state: PaymentState): boolean {
  return payment.status === state && payment.next_action_url === intent.next_action_url
}

// An intent that waits for a card after a failed attempt. If its first request never arrived, it fails after the lease.
function notPaid({ payment, intent, now, isOwnAnswer }: PaymentFacts): PaymentOutcome {
  if (paymentStates.unsuccessful.has(payment.status)) return { type: 'nothing' }
  const isFresh = payment.status === 'created' && !isOwnAnswer && now - (payment.provider_called_at ?? 0) < leaseMs
  if (isFresh || (isOwnAnswer && intent.decline === null)) return { type: 'nothing' }
  // A scheduled charge that never reached the provider was not tried, so its customer gets no mail about it.
  return { type: 'failed', code: intent.decline ?? (payment.charge_key === null ? 'processing_error' : 'rate_limit') }
}
