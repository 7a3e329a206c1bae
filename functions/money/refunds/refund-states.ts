import type { RefundRequestStatus, RefundStatus } from '../../contract/money/refund.ts'

/** Every move of money on its way back. A bank may turn down what had gone through. One that failed keeps the money owed; a person finds another way. */
export const refundMoves = {
  pending: ['requires_action', 'succeeded', 'failed', 'cancelled'],
  requires_action: ['pending', 'succeeded', 'failed', 'cancelled'],
  succeeded: ['failed', 'cancelled'],
  failed: [],
  cancelled: [],
} as const satisfies Record<RefundStatus, readonly RefundStatus[]>

/** True when the table has this move. */
export function mayMove(from: RefundStatus, to: RefundStatus): boolean {
  return (refundMoves[from] as readonly RefundStatus[]).includes(to)
}

/** A refund that takes its part of what was paid: all but those that came to nothing. */
export function countsAsReturned(status: RefundStatus): boolean {
  return status !== 'failed' && status !== 'cancelled'
}

/** Every move of a request: the organisation approves or declines it, its customer withdraws it; it is complete once all its money has arrived. */
export const refundRequestMoves = {
  requested: ['approved', 'declined', 'withdrawn'],
  approved: ['completed'],
  declined: [],
  withdrawn: [],
  completed: [],
} as const satisfies Record<RefundRequestStatus, readonly RefundRequestStatus[]>

/** True when the table has this move of a request. */
export function mayDecide(from: RefundRequestStatus, to: RefundRequestStatus): boolean {
  return (refundRequestMoves[from] as readonly RefundRequestStatus[]).includes(to)
}
