import { inTable, statusSet, type Transitions } from './status-set.ts'

export const refundMoneyStatuses = ['pending', 'requires_action', 'succeeded', 'failed', 'cancelled'] as const
export type RefundStatus = (typeof refundMoneyStatuses)[number]

/**
 * The transitions of a refund. A bank may reject a completed refund. After a failed one the money is still owed, and a
 * person finds another way.
 */
export const transitions = {
  pending: ['requires_action', 'succeeded', 'failed', 'cancelled'],
  requires_action: ['pending', 'succeeded', 'failed', 'cancelled'],
  succeeded: ['failed', 'cancelled'],
  failed: [],
  cancelled: [],
} as const satisfies Transitions<RefundStatus>
export const mayTransition = inTable<RefundStatus>(transitions)

/* @__NO_SIDE_EFFECTS__ */
const set = <Status extends RefundStatus>(...statuses: Status[]) => statusSet<RefundStatus, Status>(statuses)
/** Statuses of a refund that is not decided yet. */
export const open = set('pending', 'requires_action')
/** Statuses of a refund that reduces the refundable remainder. */
export const counted = set('pending', 'requires_action', 'succeeded')
/** Statuses of a refund that returned no money. */
export const unsuccessful = set('failed', 'cancelled')
