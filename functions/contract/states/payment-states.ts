import { inTable, statusSet, type Transitions } from './status-set.ts'

export const paymentStates = ['created', 'requires_action', 'processing', 'succeeded', 'failed', 'cancelled'] as const
export type PaymentState = (typeof paymentStates)[number]

/** The transitions of a payment. A promised one may get another amount. A failed one may be tried again with the same intent; a late answer of the provider still counts. */
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
/** What a payment begins as: to be paid, or recorded as paid. */
export const initial = set('created', 'succeeded')
/** Under way: at most one an order. */
export const live = set('created', 'requires_action', 'processing')
/** The provider knows it and has not decided. */
export const undecided = set('requires_action', 'processing')
/** The money arrived, or is expected without anyone doing anything. */
export const accepted = set('processing', 'succeeded')
/** The provider will not change it again. */
export const closed = set('succeeded', 'cancelled')
/** No money came. */
export const unsuccessful = set('failed', 'cancelled')
