import { everythingPaid } from '../../booking/registrations/cancellation-amount.ts'
import type { CancellationAmount } from '../../booking/registrations/cancellation-amount.ts'
import { type PaidLine, returnDeadline } from '../../offering/pricing/refund-amount.ts'
import { type LostDiscounts, lostByLeaving, type RestOfOrder } from '../../offering/pricing/lost-discounts.ts'

type ReturnInput = {
  /** A store product that was not returned. */
  line: PaidLine & { return_days: number | null; return_on_request: boolean }
  paidAt: number | null
  isPaid: boolean
  /** Refundable remainder of the order: paid less refunds, complete or pending. */
  remaining: number
  /** The unpaid part of the item. */
  open: number
  /** The order around the item, if it has automatic discounts. */
  around: RestOfOrder | null
  now: number
}
export type ReturnOutcome = {
  result: 'automatic' | 'request' | 'not_possible'
  amount: number
  until: number | null
  detail: CancellationAmount
  lost: LostDiscounts | null
}

/**
 * The refund for returning a store product now: all that was paid for it, within its return period, less the discounts
 * that the remaining order loses.
 */
export function returnOutcome({ line, paidAt, isPaid, remaining, open, around, now }: ReturnInput): ReturnOutcome {
  const until = returnDeadline(paidAt, line.return_days)
  const detail = everythingPaid(line, remaining, open)
  if (!isPaid || until === null || now > until) return { result: 'not_possible', amount: 0, until, detail, lost: null }
  const lost = around ? lostByLeaving(around, detail.total) : { amount: 0, coupons: [] }
  const amount = detail.total - lost.amount
  return {
    result: line.return_on_request && amount > 0 ? 'request' : 'automatic',
    amount,
    until,
    detail,
    lost: lost.amount > 0 ? lost : null,
  }
}
