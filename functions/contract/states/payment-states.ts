import { inTable, statusSet, type Transitions } from './status-set.ts'

export const paymentStates = ['created', 'requires_action', 'processing', 'succeeded', 'failed', 'cancelled'] as const
export type PaymentState = (typeof paymentStates)[number]

/**
 * The transitions of a payment. The amount of a promised payment may change. A failed one may be retried with the same
 * intent, and a late webhook of the provider still counts.
 */
export const transitions = {
  created: ['created', 'requires_action', 'processing', 'succeeded', 'failed', 'cancelled'],
  requires_action: ['processing', 'succeeded', 'failed', 'cancelled'],
  processing: ['requires_action', 'succeeded', 'failed', 'cancelled'],
  failed: ['created', 'requires_action', 'processing', 'succeeded', 'cancelled'],
  cancelled: ['succeeded'],
  succeeded: [],
} as const satisfies Transitions<PaymentState>
export const mayTransition = inTable<PaymentState>(transitions)

/* @__NO_SIDE_EFFECTS__ */
const set = <Status extends PaymentState>(...statuses: Status[]) => statusSet<PaymentState, Status>(statuses)
/** Initial statuses of a payment: to be paid, or recorded as paid. */
export const initial = set('created', 'succeeded')
/** Statuses of a payment in progress. An order has at most one. */
export const live = set('created', 'requires_action', 'processing')
/** Statuses of a payment that the provider knows and has not decided. */
export const undecided = set('requires_action', 'processing')
/** Statuses of a payment whose money has arrived, or will arrive without further action. */
export const accepted = set('processing', 'succeeded')
/** Statuses of a payment that the provider will not change again. */
export const closed = set('succeeded', 'cancelled')
/** Statuses of a payment for which no money arrived. */
export const unsuccessful = set('failed', 'cancelled')
