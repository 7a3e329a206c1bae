import { sum } from '../../offering/pricing/shares.ts'
import * as refundStates from '../../contract/states/refund-states.ts'
import { balanceProvider } from '../../contract/money/account-balance.ts'
import type { RefundStatus } from '../../contract/states/refund-states.ts'
import type { RefundDestination } from '../../contract/booking/registration.ts'
import type { WayBack } from '../../contract/money/refund.ts'
import type { PaymentState } from '../../contract/states/payment-states.ts'

type Paid = { id: string; status: PaymentState; amount_received: number; amount_disputed: number; created: number }
type Returned = { payment_id: string | null; status: RefundStatus; amount: number }

/** Refundable remainder of a payment, in minor units. Pending refunds and disputed amounts count as refunded. */
export function remainingOf(payment: Paid, refunds: readonly Returned[]): number {
  const returned = refunds.filter(
    (refund) => refund.payment_id === payment.id && refundStates.counted.has(refund.status),
  )
  return payment.status === 'succeeded'
    ? Math.max(0, payment.amount_received - payment.amount_disputed - sum(returned.map(({ amount }) => amount)))
    : 0
}

/**
 * Splits an amount over the payments of an order, newest first, at most each payment's remainder. The parts may sum to
 * less.
 */
export function splitRefund(
  amount: number,
  payments: readonly Paid[],
  refunds: readonly Returned[],
): { payment_id: string; amount: number }[] {
  const newestFirst = [...payments].sort((a, b) => b.created - a.created)
  let open = amount
  const parts: { payment_id: string; amount: number }[] = []
  for (const payment of newestFirst) {
    const part = Math.min(open, remainingOf(payment, refunds))
    if (part > 0) parts.push({ payment_id: payment.id, amount: part })
    open -= Math.max(0, part)
  }
  return parts
}

/** The destination of each part: a balance payment is refunded to the balance, other payments as the customer chose. */
export function returnParts(
  amount: number,
  order: { payments: readonly (Paid & { provider: string | null })[]; refunds: readonly Returned[] },
  destination: RefundDestination,
): { payment_id: string; amount: number; destination: RefundDestination }[] {
  const ofBalance = new Set(order.payments.flatMap(({ id, provider }) => (provider === balanceProvider ? [id] : [])))
  return splitRefund(amount, order.payments, order.refunds).map((part) => ({
    ...part,
    destination: ofBalance.has(part.payment_id) ? 'account_balance' : destination,
  }))
}

/** How a part of a refund goes back: to the balance, to its card, or handed over by the organisation. */
export function wayBack(
  part: { payment_id: string; destination: RefundDestination },
  payments: readonly { id: string; checkout_method: string }[],
): WayBack {
  if (part.destination === 'account_balance') return 'account_balance'
  return payments.find(({ id }) => id === part.payment_id)?.checkout_method === 'card' ? 'card' : 'by_hand'
}

/** How much of an amount goes to the balance. */
export const amountToBalance = (...about: Parameters<typeof returnParts>): number =>
  sum(
    returnParts(...about)
      .filter(({ destination }) => destination === 'account_balance')
      .map(({ amount }) => amount),
  )
