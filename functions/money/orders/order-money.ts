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

/**
 * The unpaid amount in minor units. A cancelled order and cancelled items owe nothing, also with instalments. For paid
 * and expired orders, refunds in progress already count as returned.
 */
export function amountDue(order: Sums): number {
  if (order.status === 'cancelled') return 0
  const isReturning = orderStates.refundable.has(order.status)
  const refunded = isReturning ? order.amount_refunding : order.amount_returned
  const open = order.amount_total - order.amount_cancelled - order.amount_waived - amountToCarry(order)
  return Math.max(0, open - (order.amount_paid - refunded))
}

/**
 * Amount that moves into an order with its place. It is 0 once the order is paid, because it is a payment from then on.
 */
export const amountToCarry = ({ status, amount_carried }: Pick<Sums, 'status' | 'amount_carried'>): number =>
  status === 'paid' ? 0 : amount_carried

/** Balance reserved for an unpaid order. It is 0 once the order is paid, because it is a payment from then on. */
export const balanceReserved = ({ status, balance_used }: { status: Order['status']; balance_used: number }): number =>
  orderStates.awaitingPayment.has(status) ? balance_used : 0

/** The unpaid amount beyond the reserved balance. */
export const amountRemaining = (order: Sums & { balance_used: number }): number =>
  Math.max(0, amountDue(order) - balanceReserved(order))

/** How much of an order the balance pays: all of the balance, but at most the amount due. A debt pays nothing. */
export function balanceToUse(
  order: Sums & { balance: number | null; balance_used: number; program: { features: { account_balance?: boolean } } },
  usesBalance: boolean,
): number {
  if (!usesBalance || order.program.features.account_balance !== true) return 0
  return Math.max(0, Math.min((order.balance ?? 0) + balanceReserved(order), amountDue(order)))
}

/**
 * The payment status of an order. Refunds of cancelled items do not change it. Other refunds of a paid order do,
 * because they return money that was paid by mistake or above the price.
 */
export function paymentStatus(order: Sums & { paid_at: number | null }): Order['payment_status'] {
  const unwanted = order.paid_at === null ? 0 : Math.max(0, order.amount_refunding - order.amount_cancelled)
  const paid = order.amount_paid - unwanted
  if (paid > order.amount_total) return 'overpaid'
  if (order.amount_total === 0) return 'no_payment_required'
  if (paid === 0) return 'unpaid'
  return paid + order.amount_waived < order.amount_total ? 'partially_paid' : 'paid'
}

/** Refunds that have not arrived yet, in minor units. */
export const amountReturning = (order: { amount_refunding: number; amount_returned: number }): number =>
  Math.max(0, order.amount_refunding - order.amount_returned)

type Returns = { amount_paid: number; amount_refunding: number; amount_returned: number }

/** Status of the refunds: those in progress take precedence, then open requests, then finished ones. */
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
