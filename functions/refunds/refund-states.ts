import type { RefundStatus } from '../contract/refund.ts'

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
