import { dayMs } from '../../contract/limits.ts'
import { feeOf, type Selling, taxesOf } from './line-price.ts'
import { inProportion, percentOf, sum } from './shares.ts'

/** A paid line of an order, in minor units. Of each tax, `amount` is what lies on the price and `fee_amount` what lies on the fee. */
export type PaidLine = {
  amount: number
  amount_discount: number
  amount_fee: number
  is_fee_included: boolean
  taxes: readonly { is_included: boolean; amount: number; fee_amount?: number }[]
}
/** What was paid for a line, taken apart: the price, the tax on it, the fee and the tax on that. The four add up to what was paid. */
export type PaidParts = { base: number; tax: number; fee: number; fee_tax: number }

/** Takes a line apart: included taxes come out of the price, a fee inside the price takes its share of price and tax. */
export function paidParts(line: PaidLine): PaidParts {
  const gross = line.amount - line.amount_discount
  const tax = sum(line.taxes.map((each) => each.amount))
  const fee_tax = sum(line.taxes.map((each) => each.fee_amount ?? 0))
  const net = gross - sum(line.taxes.map((each) => (each.is_included ? each.amount : 0)))
  if (!line.is_fee_included)
    return {
      base: net,
      tax,
      fee: line.amount_fee - sum(line.taxes.map((each) => (each.is_included ? (each.fee_amount ?? 0) : 0))),
      fee_tax,
    }
  const base = inProportion(net, gross - line.amount_fee, gross)
  const priceTax = inProportion(tax, gross - line.amount_fee, gross)
  return { base, tax: priceTax, fee: net - base, fee_tax: tax - priceTax + fee_tax }
}

/** What a step of a refund policy gives back: its percent of what is left once the retention and a penalty are kept. */
export type RefundRule = {
  percent: number
  retention: { fixed: number; percent: number; keep_fees: boolean }
  penalty: number
}

/**
 * The one sum behind what a page promises and what is refunded: kept of the base; the step's part of the rest, half up; tax in the
 * same proportion; the fee with its tax only where the policy does not keep it and everything comes back. Until when a step
 * holds is `tierAt` in `booking/registrations/cancellation-policy.ts`; what the rest of the order no longer earns is in `lost-discounts.ts`.
 */
export function refundParts(parts: PaidParts, { percent, retention, penalty }: RefundRule) {
  const retained = Math.min(parts.base, percentOf(parts.base, retention.percent * 100) + retention.fixed)
  const kept = Math.min(parts.base, retained + penalty)
  const price = percentOf(parts.base - kept, percent * 100)
  const givesFee = !retention.keep_fees && percent === 100
  return {
    kept,
    /** What of it is the penalty. */
    penalty: kept - retained,
    price,
    tax: inProportion(parts.tax, price, parts.base),
    fee: givesFee ? parts.fee : 0,
    fee_tax: givesFee ? parts.fee_tax : 0,
  }
}

/** What comes back of one unit that was sold at its listed cost, in minor units. */
export function refundOfPrice(cost: number, selling: Selling, rule: Omit<RefundRule, 'penalty'>): number {
  const fee = feeOf(cost, 1, selling)
  const parts = paidParts({
    amount: cost,
    amount_discount: 0,
    amount_fee: fee,
    is_fee_included: selling.fee.included,
    taxes: taxesOf(cost, selling.fee.included ? 0 : fee, selling),
  })
  const { price, tax, fee: feeBack, fee_tax } = refundParts(parts, { ...rule, penalty: 0 })
  return price + tax + feeBack + fee_tax
}

/** Until when, inclusive, a thing of the store may be given back by its customer; null where it may not, or nothing is paid yet. */
export const returnDeadline = (paidAt: number | null, returnDays: number | null): number | null =>
  paidAt === null || returnDays === null ? null : paidAt + returnDays * dayMs

/** The visits of a package that was bought: `available` are neither used nor reserved. */
export type Visits = { amount: number; available: number; is_unlimited: boolean }

/** What the unused visits of a package are worth: their part of its price, with the tax on it; the booking fee stays. Of a package without limit nothing is left to count. */
export function unusedWorth(line: PaidLine, { amount, available, is_unlimited }: Visits): number {
  if (is_unlimited || amount === 0) return 0
  const { base, tax } = paidParts(line)
  return inProportion(base + tax, available, amount)
}
