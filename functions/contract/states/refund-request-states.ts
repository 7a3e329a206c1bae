import { inTable, statusSet, type Transitions } from './status-set.ts'

export const refundRequestStatuses = ['requested', 'approved', 'declined', 'withdrawn', 'completed'] as const
export type RefundRequestStatus = (typeof refundRequestStatuses)[number]

/**
 * The transitions of a request: the organisation approves or declines it, its customer withdraws it; it is complete
 * once all its money has arrived.
 */
export const transitions = {
  requested: ['approved', 'declined', 'withdrawn'],
  approved: ['completed'],
  declined: [],
  withdrawn: [],
  completed: [],
} as const satisfies Transitions<RefundRequestStatus>
export const mayTransition = inTable<RefundRequestStatus>(transitions)

/* @__NO_SIDE_EFFECTS__ */
const set = <Status extends RefundRequestStatus>(...statuses: Status[]) =>
  statusSet<RefundRequestStatus, Status>(statuses)
/** Statuses of a request to which the organisation agreed. */
export const granted = set('approved', 'completed')
/** Statuses of a request that was closed without a refund. */
export const refused = set('declined', 'withdrawn')
/** Statuses of a request that the organisation has answered. Its customer gets a mail. */
export const answered = set('approved', 'declined', 'completed')
