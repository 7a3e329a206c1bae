import type { Translations } from '../../contract/texts.ts'
import { feeOf, type LineTax, type Selling, taxesOf } from './line-price.ts'
import { sum } from './shares.ts'

/** The amount that one coupon takes off a line item. */
export type DiscountPart = { coupon_id: string; amount: number }
/**
 * A line item that a coupon may apply to. `kinds` are the product types that match it: the item's type and the event's
 * type.
 */
export type FittingLine = {
  kinds: string[]
  product_id: string
  product_variation_id: string | null
  quantity: number
  amount: number
}
/** A line item of a submitted order, with the amounts it was sold for. */
export type SoldLine = FittingLine & {
  id: string
  amount_discount: number
  amount_fee: number
  is_fee_included: boolean
  taxes: LineTax[]
  discount_parts: DiscountPart[]
}
type LineSums = Pick<SoldLine, 'amount_discount' | 'amount_fee' | 'taxes' | 'discount_parts'>
/** The conditions that an order must still meet to keep an automatic coupon. */
export type EarningTerms = {
  id: string
  name: string | null
  translations: Translations
  minimum_items: number | null
  minimum_amount: number | null
  applies_to: { products: string[]; product_types: string[] }
}

/** The name of a coupon in each language. */
export type CouponName = Pick<EarningTerms, 'name' | 'translations'>

/** A discount that the rest of an order no longer earns, with its fee and tax. */
export type LostDiscounts = { amount: number; coupons: CouponName[] }
/** The remaining line items without that discount: `lines` are the new sums by id. */
type RepricedRest = LostDiscounts & { lines: Map<string, LineSums> }
const nothingLost: RepricedRest = { amount: 0, coupons: [], lines: new Map() }

/**
 * A line item that was cancelled: `refund_policy` is what its policy refunds, `discount_lost` what was deducted from
 * that; negative where an earlier deduction was refunded.
 */
export type GoneLine = SoldLine & { refund_policy: number; discount_lost: number }
/** An order that a line item leaves, each line item with the amounts it was sold for. */
export type RestOfOrder = {
  leaving: SoldLine
  gone: readonly GoneLine[]
  rest: readonly SoldLine[]
  automatic: readonly EarningTerms[]
  selling: Selling
}

/**
 * Whether the coupon applies to this line item: it has no restriction, or matches one of its products or product types.
 */
export function fitsLine(
  coupon: Pick<EarningTerms, 'applies_to'>,
  line: Pick<FittingLine, 'kinds' | 'product_id' | 'product_variation_id'>,
): boolean {
  const { products, product_types } = coupon.applies_to
  if (products.length === 0 && product_types.length === 0) return true
  if (
    products.includes(line.product_id) ||
    (line.product_variation_id !== null && products.includes(line.product_variation_id))
  )
    return true
  return line.kinds.some((kind) => product_types.includes(kind))
}

/**
 * Whether the remaining order still has the items and the amount that the coupon requires. Dates and first orders are
 * not checked again.
 */
export function isStillEarned(coupon: EarningTerms, rest: readonly FittingLine[]): boolean {
  const fitting = rest.filter((line) => fitsLine(coupon, line))
  return (
    sum(fitting.map((line) => line.quantity)) >= (coupon.minimum_items ?? 0) &&
    sum(fitting.map((line) => line.amount)) >= (coupon.minimum_amount ?? 0)
  )
}

/** The remaining line items without the automatic discounts they no longer earn. */
export function withoutLostDiscounts(
  rest: readonly SoldLine[],
  { automatic, selling }: { automatic: readonly EarningTerms[]; selling: Selling },
): RepricedRest {
  const lost = new Map(automatic.filter((coupon) => !isStillEarned(coupon, rest)).map((coupon) => [coupon.id, coupon]))
  const changed = rest.flatMap((line) => {
    const parts = line.discount_parts.filter((part) => !lost.has(part.coupon_id))
    const less = sum(line.discount_parts.map((part) => part.amount)) - sum(parts.map((part) => part.amount))
    return less > 0 ? [{ line, sums: dearer(line, { less, parts, selling }) }] : []
  })
  if (changed.length === 0) return nothingLost
  const ids = new Set(changed.flatMap(({ line }) => line.discount_parts.map((part) => part.coupon_id)))
  return {
    amount: sum(changed.map(({ line, sums }) => paidFor({ ...line, ...sums }) - paidFor(line))),
    coupons: [...lost.values()]
      .filter(({ id }) => ids.has(id))
      .map(({ name, translations }) => ({ name, translations })),
    lines: new Map(changed.map(({ line, sums }) => [line.id, sums])),
  }
}

// Up to this number of cancelled items, all sequences are compared.
const maxCompared = 8

/**
 * The lost discount that reduces a line item's refund, at most to zero: the difference of what all cancelled items
 * refund together, before and after the item is cancelled. It is negative where the order loses less than was
 * deducted before, so that the last item refunds what earlier ones lost. The sequence of cancellations never changes
 * the sum of all refunds.
 */
export function lostByLeaving(order: RestOfOrder, refund: number): LostDiscounts {
  const cancelled = [...order.gone, { ...order.leaving, refund_policy: refund, discount_lost: 0 }]
  const { amount, coupons } = withoutLostDiscounts(order.rest, order)
  const before = sum(order.gone.map((line) => line.refund_policy - line.discount_lost))
  const promised = sum(cancelled.map((line) => line.refund_policy))
  const together = amount === 0 ? promised : bestRefund(cancelled, order)
  return { amount: refund - Math.max(0, together - before), coupons }
}

// A cancellation whose loss exceeds its refund must not reduce what others refunded before it. The sum is therefore
// that of the best subset, which does not depend on the sequence either.
function bestRefund(cancelled: readonly GoneLine[], { rest, automatic, selling }: RestOfOrder): number {
  const refundWithout = (stays: readonly GoneLine[]) =>
    sum(cancelled.map((line) => (stays.includes(line) ? 0 : line.refund_policy))) -
    withoutLostDiscounts([...rest, ...stays], { automatic, selling }).amount
  if (cancelled.length > maxCompared)
    return Math.max(
      refundWithout([]),
      sum(cancelled.slice(0, -1).map((line) => line.refund_policy - line.discount_lost)),
    )
  const subsets = Array.from({ length: 2 ** cancelled.length }, (_, mask) =>
    cancelled.filter((_line, at) => (mask >> at) & 1),
  )
  return Math.max(...subsets.map(refundWithout))
}

/** Amount paid for a line item: its price and what is added to it. */
export function paidFor(
  line: Pick<SoldLine, 'amount' | 'amount_discount' | 'amount_fee' | 'is_fee_included' | 'taxes'>,
) {
  const added = line.taxes.map((tax) => (tax.is_included ? 0 : tax.amount + tax.fee_amount))
  return line.amount - line.amount_discount + (line.is_fee_included ? 0 : line.amount_fee) + sum(added)
}

// Adds fee and taxes of the difference under the program's current terms; the remaining items keep the terms under
// which they were sold.
function dearer(
  line: SoldLine,
  { less, parts, selling }: { less: number; parts: DiscountPart[]; selling: Selling },
): LineSums {
  const amount_discount = line.amount_discount - less
  const feeBefore = feeOf(line.amount - line.amount_discount, line.quantity, selling)
  const fee = Math.max(0, feeOf(line.amount - amount_discount, line.quantity, selling) - feeBefore)
  const taxTerms = { ...selling, taxes: line.taxes.map((tax) => ({ ...tax, included: tax.is_included })) }
  const taxes = (discounted: number, addedFee: number) => taxesOf(discounted, addedFee, taxTerms)
  const addedFee = line.is_fee_included ? 0 : fee
  const before = taxes(line.amount - line.amount_discount, 0)
  const after = taxes(line.amount - amount_discount, addedFee)
  return {
    amount_discount,
    amount_fee: line.amount_fee + fee,
    taxes: line.taxes.map((tax, at) => ({
      ...tax,
      amount: tax.amount + (after[at]?.amount ?? 0) - (before[at]?.amount ?? 0),
      fee_amount: tax.fee_amount + (after[at]?.fee_amount ?? 0),
    })),
    discount_parts: parts.filter((part) => part.amount > 0),
  }
}
