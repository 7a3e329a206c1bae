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

/**
 * The cost of cancelled line items to the other items: `amount` is the lost discount with fee and tax; `lines` are the
 * new sums by id.
 */
export type LostDiscounts = { amount: number; coupons: CouponName[]; lines: Map<string, LineSums> }
const nothingLost: LostDiscounts = { amount: 0, coupons: [], lines: new Map() }

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

/**
 * The remaining line items without the automatic discounts that they no longer earn, each reduced by at most `share` of
 * the discount.
 */
export function withoutLostDiscounts(
  rest: readonly SoldLine[],
  { automatic, selling, share = 1 }: { automatic: readonly EarningTerms[]; selling: Selling; share?: number },
): LostDiscounts {
  const lost = new Map(automatic.filter((coupon) => !isStillEarned(coupon, rest)).map((coupon) => [coupon.id, coupon]))
  const changed = rest.flatMap((line) => {
    const parts = line.discount_parts.map((part) =>
      lost.has(part.coupon_id) ? { ...part, amount: part.amount - Math.floor(part.amount * share) } : part,
    )
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

/**
 * A cancellation in a paid order whose remaining items no longer earn an automatic discount: the loss is deducted from
 * the refund, at most to zero. The discount moves to the cancelled line item, so that the order's sums stay what was
 * paid and a later cancellation refunds the full price of the remaining items. `leaving` are the new sums of the
 * cancelled item.
 */
export function moveLostDiscounts(
  lines: { leaving: SoldLine; rest: readonly SoldLine[] },
  terms: { automatic: readonly EarningTerms[]; selling: Selling; refund: number },
): LostDiscounts {
  for (let share = 1; share > 0.001; share *= 0.9) {
    const lost = withoutLostDiscounts(lines.rest, { ...terms, share })
    if (lost.amount === 0) return nothingLost
    const leaving = cheaper(lines.leaving, lines.rest, lost)
    if (lost.amount <= terms.refund && leaving)
      return { ...lost, lines: new Map([...lost.lines, [lines.leaving.id, leaving]]) }
  }
  return nothingLost
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

// The cancelled line item gets the discount that the others lose; null when too little was paid for it.
function cheaper(leaving: SoldLine, rest: readonly SoldLine[], lost: LostDiscounts): LineSums | null {
  const pairs = rest.flatMap((line) => {
    const after = lost.lines.get(line.id)
    return after ? [{ line, after }] : []
  })
  const amount_discount =
    leaving.amount_discount + sum(pairs.map(({ line, after }) => line.amount_discount - after.amount_discount))
  const amount_fee = leaving.amount_fee - sum(pairs.map(({ line, after }) => after.amount_fee - line.amount_fee))
  const taxes = leaving.taxes.map((tax, at) => ({
    ...tax,
    amount:
      tax.amount - sum(pairs.map(({ line, after }) => (after.taxes[at]?.amount ?? 0) - (line.taxes[at]?.amount ?? 0))),
    fee_amount:
      tax.fee_amount -
      sum(pairs.map(({ line, after }) => (after.taxes[at]?.fee_amount ?? 0) - (line.taxes[at]?.fee_amount ?? 0))),
  }))
  const isPossible =
    amount_discount <= leaving.amount &&
    amount_fee >= 0 &&
    taxes.every((tax) => tax.amount >= 0 && tax.fee_amount >= 0) &&
    pairs.every(({ line }) => line.taxes.length === leaving.taxes.length)
  return isPossible ? { amount_discount, amount_fee, taxes, discount_parts: leaving.discount_parts } : null
}
