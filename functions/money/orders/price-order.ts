import { isCharge } from '../../contract/money/order.ts'
import type { AvailableCoupons } from '../discounts/available-coupons.ts'
import type { CouponTerms } from '../discounts/coupon-rules.ts'
import { balanceDueIn, balanceDueTotals } from './balance-due.ts'
import type { Refusal } from './order-refusals.ts'
import type { ItemRow } from './order-rows.ts'
import { orderTotals, type OrderTotals, type PricedLine } from './order-totals.ts'
import type { Selling } from '../../offering/pricing/line-price.ts'

/** `kind` is the type of the event or of the product, or null. */
export type PricedItem = Pick<
  ItemRow,
  'id' | 'type' | 'product_id' | 'product_variation_id' | 'quantity' | 'unit_amount'
> & { kind: string | null; is_fee_included?: boolean; taxes?: readonly unknown[] }
/** The current totals of an order; `refusedCode` is the reason why the entered code does not apply. */
export type Priced = { totals: OrderTotals; refusedCode: Refusal | null; isCodeIdle: boolean }

type Offer = { currency: string; selling: Selling; coupons: AvailableCoupons | null; entered: CouponTerms | null }

/** Prices the items of an order with the usable coupons. Every change, the quote and the payment use this function. */
export function priceOrder(items: PricedItem[], usual: Offer): Priced {
  const offer = items.some(isCharge) ? offerOfCharge(items, usual) : usual
  const sold = items.filter(({ type }) => type !== 'balance_due')
  const lines = sold.map(asLine)
  const cart = { currency: offer.currency, lines }
  const { coupons } = offer
  const answer = offer.entered && coupons ? coupons.check(offer.entered, cart) : null
  const entered = answer?.ok ? offer.entered : null
  const automatic = coupons
    ? coupons.automatic.filter((coupon) => coupon.id !== entered?.id && coupons.check(coupon, cart).ok)
    : []

  const totals = withDebt(items, lowestTotals(lines, offer.selling, { automatic, entered }))
  const refusedCode = offer.entered && answer && !answer.ok ? answer : null
  const isCodeIdle =
    entered !== null && lines.length > 0 && totals.discounts.some((each) => each.is_entered && each.amount === 0)
  return { totals, refusedCode, isCodeIdle }
}

// A fixed code lowers the amounts under the automatic percentages, and rounding may cost more than the code takes off.
// A code never raises a total, so such a code takes nothing off.
function lowestTotals(
  lines: PricedLine[],
  selling: Selling,
  { automatic, entered }: { automatic: CouponTerms[]; entered: CouponTerms | null },
): OrderTotals {
  const totals = orderTotals(lines, selling, { automatic, entered })
  if (!entered) return totals
  const without = orderTotals(lines, selling, { automatic, entered: null })
  if (totals.amount_total <= without.amount_total) return totals
  const idle = { coupon_id: entered.id, is_entered: true, amount: 0, parts: lines.map(() => 0) }
  return { ...without, discounts: [...without.discounts, idle] }
}

// A charge has no fee and no discount, and stays without tax if it was made without.
function offerOfCharge(items: PricedItem[], { currency, selling }: Offer): Offer {
  const isTaxed = items.some(({ taxes = [] }) => taxes.length > 0)
  const fee = { ...selling.fee, percent: 0, fixed: 0 }
  return { currency, selling: { ...selling, fee, taxes: isTaxed ? selling.taxes : [] }, coupons: null, entered: null }
}

// A debt has no fee, tax or discount, so its amount is added to the totals.
function withDebt(items: PricedItem[], totals: OrderTotals): OrderTotals {
  const byId = new Map(totals.lines.map((line) => [line.id, line]))
  const debt = balanceDueIn(items.map((item) => ({ ...item, cancelled_at: null })))
  return {
    ...totals,
    lines: items.map((item) => byId.get(item.id) ?? balanceDueTotals(item)),
    amount_subtotal: totals.amount_subtotal + debt,
    amount_total: totals.amount_total + debt,
  }
}

function asLine(item: PricedItem): PricedLine {
  const kinds = item.kind === null ? [item.type] : [item.type, item.kind]
  return {
    id: item.id,
    kinds,
    product_id: item.product_id,
    product_variation_id: item.product_variation_id,
    quantity: item.quantity,
    amount: item.unit_amount * item.quantity,
    // A package has its own setting for an included fee.
    ...((item.type === 'session_package' || item.type === 'membership_package') &&
      item.is_fee_included !== undefined && { is_fee_included: item.is_fee_included }),
  }
}
