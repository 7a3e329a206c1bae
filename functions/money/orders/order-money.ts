import type { Order } from '../../contract/money/order.ts'
import * as orderStates from '../../contract/states/order-states.ts'

type Sums = {
  status: Order['status']
  amount_total: number
  amount_paid: number
  amount_refunding: number
  amount_returned: number
  amount_cancelled: number
  amount_waived: number
  amount_carried: number
}

/** What is still to be paid: nothing of a cancelled order, and nothing of the items that were cancelled, also where they were to be paid in parts. What an expired or a paid order is giving back no longer counts for it. */
export function amountDue(order: Sums): number {
  if (order.status === 'cancelled') return 0
  const isReturning = orderStates.refundable.has(order.status)
  const gone = isReturning ? order.amount_refunding : order.amount_returned
  const open = order.amount_total - order.amount_cancelled - order.amount_waived - amountToCarry(order)
  return Math.max(0, open - (order.amount_paid - gone))
}

/** What comes to an order with the place that moves into it, as long as it has not: once the order is paid it is a payment as any other. */
export const amountToCarry = ({ status, amount_carried }: Pick<Sums, 'status' | 'amount_carried'>): number =>
  status === 'paid' ? 0 : amount_carried

/** Balance that waits with an order for the rest of its money. Once the order is paid it is a payment as any other. */
export const balanceReserved = ({ status, balance_used }: { status: Order['status']; balance_used: number }): number =>
  orderStates.awaitingPayment.has(status) ? balance_used : 0

/** What is still to be paid beyond the account balance that is reserved for it. */
export const amountRemaining = (order: Sums & { balance_used: number }): number =>
  Math.max(0, amountDue(order) - balanceReserved(order))

/** How much of an order its customer's balance pays: all there is of it, what is due at most. A debt pays nothing. */
export function balanceToUse(
  order: Sums & { balance: number | null; balance_used: number; program: { features: { account_balance?: boolean } } },
  isWanted: boolean,
): number {
  if (!isWanted || order.program.features.account_balance !== true) return 0
  return Math.max(0, Math.min((order.balance ?? 0) + balanceReserved(order), amountDue(order)))
}

/**
 * What has been paid, whatever came back since of what was cancelled. What a paid order gave back for another reason, because it was
 * not wanted or another sum than its part, never paid it.
 */
export function paymentStatus(order: Sums & { paid_at: number | null }): Order['payment_status'] {
  const notWanted = order.paid_at === null ? 0 : Math.max(0, order.amount_refunding - order.amount_cancelled)
  const paid = order.amount_paid - notWanted
  if (paid > order.amount_total) return 'overpaid'
  if (order.amount_total === 0) return 'no_payment_required'
  if (paid === 0) return 'unpaid'
  return paid + order.amount_waived < order.amount_total ? 'partially_paid' : 'paid'
}

/** What is on its way back and has not arrived. */
export const amountReturning = (order: { amount_refunding: number; amount_returned: number }): number =>
  Math.max(0, order.amount_refunding - order.amount_returned)

type Returns = { amount_paid: number; amount_refunding: number; amount_returned: number }

/** What has been returned: what still moves first, then what waits for someone, then what is done. */
export function refundStatus(
  order: Returns,
  { hasOpenRequest, hasFailedRefund }: { hasOpenRequest: boolean; hasFailedRefund: boolean },
): Order['refund_status'] {
  if (order.amount_refunding > order.amount_returned) return 'pending'
  if (hasOpenRequest) return 'requested'
  if (hasFailedRefund) return 'failed'
  if (order.amount_returned === 0) return 'none'
  return order.amount_returned < order.amount_paid ? 'partially_refunded' : 'refunded'
}
