import { dayMs } from '../../contract/limits.ts'
import { feeOf, type Selling, taxesOf } from './line-price.ts'
import { inProportion, percentOf, sum } from './shares.ts'

/** A paid line item, in minor units. Of each tax, `amount` is on the price and `fee_amount` on the fee. */
export type PaidLine = {
  amount: number
  amount_discount: number
  amount_fee: number
  is_fee_included: boolean
  /** What of it was refunded already while the item stays. */
  amount_cancelled?: number
  taxes: readonly { is_included: boolean; amount: number; fee_amount?: number }[]
}
/** The parts of a paid line item: the price, its tax, the fee and its tax. The four add up to what was paid. */
export type PaidParts = { base: number; tax: number; fee: number; fee_tax: number }

/**
 * Splits a line item: included taxes are extracted from the price, an included fee takes its share of price and tax.
 */
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

/** The refund of one step of a policy: its percentage of the amount left after the retention and a penalty. */
export type RefundRule = {
  percent: number
  retention: { fixed: number; percent: number; keep_fees: boolean }
  penalty: number
}

/**
 * The refund of a line item by its policy, in parts: the base less what is kept; the step's share of the rest, rounded
 * half up; tax in the same proportion; the fee with its tax only when the policy does not keep it and everything is
 * refunded. The step that applies is `tierAt` in `booking/registrations/cancellation-policy.ts`; discounts the rest no
 * longer earns are in `lost-discounts.ts`.
 */
export function refundParts(parts: PaidParts, { percent, retention, penalty }: RefundRule) {
  const retained = Math.min(parts.base, percentOf(parts.base, retention.percent * 100) + retention.fixed)
  const kept = Math.min(parts.base, retained + penalty)
  const price = percentOf(parts.base - kept, percent * 100)
  const givesFee = !retention.keep_fees && percent === 100
  return {
    kept,
    /** The part of the kept amount that is the penalty. */
    penalty: kept - retained,
    price,
    tax: inProportion(parts.tax, price, parts.base),
    fee: givesFee ? parts.fee : 0,
    fee_tax: givesFee ? parts.fee_tax : 0,
  }
}

/** The refund of one unit at its listed cost, in minor units. */
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

/** The latest time at which a customer may return a store item; null when they may not, or when nothing is paid yet. */
export const returnDeadline = (paidAt: number | null, returnDays: number | null): number | null =>
  paidAt === null || returnDays === null ? null : paidAt + returnDays * dayMs

/** The visits of a bought package: `available` are neither used nor reserved. */
export type Visits = { amount: number; available: number; is_unlimited: boolean }

/**
 * The refund of a package's unused visits: their share of its price with the tax, and no more than is not refunded yet;
 * the booking fee is kept. Zero for an unlimited package.
 */
export function unusedWorth(line: PaidLine, { amount, available, is_unlimited }: Visits): number {
  if (is_unlimited || amount === 0) return 0
  const { base, tax, fee, fee_tax } = paidParts(line)
  const left = base + tax + fee + fee_tax - (line.amount_cancelled ?? 0)
  return Math.min(inProportion(base + tax, available, amount), left)
}
