import type { PaymentState } from '../../contract/money/payment.ts'

/** Every move of a payment. One that was promised may get another amount. A failed one may be tried again with the same intent; what the provider says late still counts. */
export const paymentMoves = {
  created: ['created', 'requires_action', 'processing', 'succeeded', 'failed', 'cancelled'],
  requires_action: ['processing', 'succeeded', 'failed', 'cancelled'],
  processing: ['requires_action', 'succeeded', 'failed', 'cancelled'],
  failed: ['created', 'requires_action', 'processing', 'succeeded', 'cancelled'],
  cancelled: ['succeeded'],
  succeeded: [],
} as const satisfies Record<PaymentState, readonly PaymentState[]>

/** Statuses in which a payment is under way: at most one an order. */
export const liveStates = ['created', 'requires_action', 'processing'] as const satisfies readonly PaymentState[]

/** True when the table has this move. */
export function mayMove(from: PaymentState, to: PaymentState): boolean {
  return (paymentMoves[from] as readonly PaymentState[]).includes(to)
}

/** True while a payment is under way. */
export function isLive(status: PaymentState): boolean {
  return (liveStates as readonly PaymentState[]).includes(status)
}
