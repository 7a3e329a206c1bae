import type { CouponLine, CouponTerms } from '../discounts/coupon-rules.ts'
import type { Translations } from '../../contract/texts.ts'
import { feeOf, type LineTax, type Selling, taxesOf } from '../../offering/pricing/line-price.ts'
import type { DiscountPart } from '../../offering/pricing/lost-discounts.ts'
import { sum } from '../../offering/pricing/shares.ts'
import { type Spread, spreadDiscounts } from '../discounts/spread-discounts.ts'

/** An item to be priced. Without `is_fee_included`, the program decides. */
export type PricedLine = CouponLine & { is_fee_included?: boolean }
export type LineTotals = {
  id: string
  amount: number
  amount_discount: number
  amount_fee: number
  amount_tax: number
  is_fee_included: boolean
  taxes: LineTax[]
  discount_parts: DiscountPart[]
}
export type TaxTotal = {
  name: string
  percent: number
  is_included: boolean
  amount: number
  translations?: Translations
}
export type OrderTotals = {
  lines: LineTotals[]
  discounts: Spread[]
  tax_items: TaxTotal[]
  amount_subtotal: number
  amount_discount: number
  amount_fee: number
  amount_tax: number
  amount_total: number
}

/**
 * The totals of an order: listed price → discounts → fee → tax, each per item and rounded half up, then summed. The fee
 * and its tax are rounded separately from the price and its tax, because the fee may be kept when the price is
 * refunded.
 */
export function orderTotals(
  lines: PricedLine[],
  selling: Selling,
  coupons: { automatic: CouponTerms[]; entered: CouponTerms | null },
): OrderTotals {
  const discounts = spreadDiscounts(lines, coupons, selling.amount_step)
  const totals = lines.map((line, index) =>
    lineTotals(
      line,
      discounts.map((each) => ({ coupon_id: each.coupon_id, amount: each.parts[index] ?? 0 })),
      selling,
    ),
  )
  const tax_items = selling.taxes.map((tax, index) => ({
    name: tax.name,
    percent: tax.percent,
    is_included: tax.included,
    ...(tax.translations && { translations: tax.translations }),
    amount: sum(totals.map((line) => (line.taxes[index]?.amount ?? 0) + (line.taxes[index]?.fee_amount ?? 0))),
  }))
  const amount_subtotal = sum(totals.map((line) => line.amount))
  const amount_discount = sum(totals.map((line) => line.amount_discount))
  const amount_fee = sum(totals.map((line) => line.amount_fee))
  const addedFees = sum(totals.map((line) => (line.is_fee_included ? 0 : line.amount_fee)))
  const addedTax = sum(tax_items.map((tax) => (tax.is_included ? 0 : tax.amount)))
  return {
    lines: totals,
    discounts,
    tax_items,
    amount_subtotal,
    amount_discount,
    amount_fee,
    amount_tax: sum(tax_items.map((tax) => tax.amount)),
    amount_total: amount_subtotal - amount_discount + addedTax + addedFees,
  }
}

function lineTotals(line: PricedLine, parts: DiscountPart[], usual: Selling): LineTotals {
  const included = line.is_fee_included ?? usual.fee.included
  const selling = { ...usual, fee: { ...usual.fee, included } }
  const amount_discount = sum(parts.map((part) => part.amount))
  const discounted = line.amount - amount_discount
  const amount_fee = feeOf(discounted, line.quantity, selling)
  const addedFee = included ? 0 : amount_fee
  const taxes = taxesOf(discounted, addedFee, selling)
  return {
    id: line.id,
    amount: line.amount,
    amount_discount,
    amount_fee,
    amount_tax: sum(taxes.map((tax) => tax.amount)),
    is_fee_included: included,
    taxes,
    discount_parts: parts.filter((part) => part.amount > 0),
  }
}
