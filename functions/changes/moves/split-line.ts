import type { LineTax } from '../../offering/pricing/line-price.ts'
import { cancellationAmount } from '../../booking/registrations/cancellation-amount.ts'
import { type CancellableBooking, tierAt } from '../../booking/registrations/cancellation-policy.ts'
import { paidParts } from '../../offering/pricing/refund-amount.ts'
import { inProportion, sum } from '../../offering/pricing/shares.ts'

/** The amounts of an item of an order. */
export type LineSums = {
  unit_amount: number
  amount: number
  amount_discount: number
  amount_fee: number
  amount_tax: number
  is_fee_included: boolean
  taxes: readonly LineTax[]
  discount_parts: readonly { coupon_id: string; amount: number }[]
}
type Split = { kept: LineSums; rest: LineSums }

/**
 * Splits a paid item into two that add up to it: the place at its lower price, and the remainder. Discount and tax
 * follow the price in proportion; the fee stays with the place.
 */
export function splitLine(line: LineSums, cost: number): Split {
  const discount_parts = line.discount_parts.map((part) => ({
    ...part,
    amount: inProportion(part.amount, cost, line.amount),
  }))
  const amount_discount =
    discount_parts.length > 0
      ? sum(discount_parts.map(({ amount }) => amount))
      : inProportion(line.amount_discount, cost, line.amount)
  const sold = cost - amount_discount
  const amount_fee = line.is_fee_included ? Math.min(line.amount_fee, sold) : line.amount_fee
  const taxes = line.taxes.map((tax) => ({
    ...tax,
    amount: inProportion(tax.amount, sold, line.amount - line.amount_discount),
  }))
  const kept = { ...line, unit_amount: cost, amount: cost, amount_discount, amount_fee, taxes, discount_parts }
  const rest = {
    ...line,
    unit_amount: line.amount - cost,
    amount: line.amount - cost,
    amount_discount: line.amount_discount - amount_discount,
    amount_fee: line.amount_fee - amount_fee,
    taxes: line.taxes.map((tax, at) => ({ ...tax, amount: tax.amount - (taxes[at]?.amount ?? 0), fee_amount: 0 })),
    discount_parts: line.discount_parts.map((part, at) => ({
      ...part,
      amount: part.amount - (discount_parts[at]?.amount ?? 0),
    })),
  }
  return { kept: withTax(kept), rest: withTax(rest) }
}

const withTax = (line: LineSums): LineSums => ({ ...line, amount_tax: sum(line.taxes.map(({ amount }) => amount)) })

/**
 * The refund of the remainder: the automatic percentage of the old place's policy. Staff also decide at once what a
 * customer would request. The fee stays.
 */
export function amountBack(
  rest: LineSums,
  {
    booking,
    remaining,
    now,
    isByStaff,
  }: { booking: CancellableBooking; remaining: number; now: number; isByStaff: boolean },
): number {
  const tier = tierAt(booking, now)
  if (!tier.is_automatic && !(isByStaff && tier.is_request)) return 0
  const { base, tax } = paidParts(rest)
  return cancellationAmount({
    parts: { base, tax, fee: 0, fee_tax: 0 },
    tier: { ...tier, fixed_penalty: 0 },
    retention: { fixed: 0, percent: 0, keep_fees: true },
    remaining,
  }).total
}
