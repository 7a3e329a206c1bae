import { plainCode } from '../../contract/field-rules.ts'
import { fitsLine, type FittingLine } from '../../offering/pricing/lost-discounts.ts'
import { sum } from '../../offering/pricing/shares.ts'
import type { ErrorType } from '../../contract/api-error.ts'

/** The terms of a coupon that the rules need: `percent_off` is in basis points, amounts are in minor units. */
export type CouponTerms = {
  id: string
  type: 'amount_off' | 'percent_off'
  amount_off: number | null
  percent_off: number | null
  currency: string | null
  redeem_after: number | null
  redeem_before: number | null
  first_time_transaction: boolean
  minimum_items: number | null
  minimum_amount: number | null
  max_redemptions: number | null
  limit_customer: number | null
  membership_packages: string[]
  applies_to: { products: string[]; product_types: string[] }
  is_enabled: boolean
  times_redeemed: number
}

export type CouponLine = FittingLine & { id: string }

/** The customer's use of a coupon. `uses` does not count the order being checked. */
export type CouponCustomer = { uses: number; othersUses: number; hasEarlierOrder: boolean; packages: string[] }

export type CouponAnswer =
  | { ok: true }
  | { ok: false; type: Extract<ErrorType, `coupon_${string}`>; param: 'code'; subject?: string }

/** The key by which codes are compared: trimmed, upper case. Null unless it has 3 to 40 of A–Z, 0–9, –, _ and -. */
export function codeKey(typed: string): string | null {
  const key = plainCode(typed).toUpperCase()
  return /^[A-Z0-9_\u2013-]{3,40}$/.test(key) ? key : null
}

/**
 * Checks whether the coupon may be on this order now. The order of checks is fixed: first what the customer cannot
 * change, then what a change of the cart could fix. Minimums count the items to which the coupon applies, before any
 * discount.
 */
export function checkCoupon(
  coupon: CouponTerms | null,
  cart: { currency: string; lines: CouponLine[] },
  input: { customer: CouponCustomer; now: number },
): CouponAnswer {
  if (coupon === null || !coupon.is_enabled) return refused('coupon_not_found')
  return (
    checkTime(coupon, input.now) ?? checkCustomer(coupon, input.customer) ?? checkCart(coupon, cart) ?? { ok: true }
  )
}

// Both ends are inclusive.
function checkTime(coupon: CouponTerms, now: number): CouponAnswer | null {
  if (coupon.redeem_after !== null && now < coupon.redeem_after) return refused('coupon_not_started')
  if (coupon.redeem_before !== null && now > coupon.redeem_before) return refused('coupon_expired')
  return null
}

function checkCustomer(coupon: CouponTerms, customer: CouponCustomer): CouponAnswer | null {
  if (coupon.max_redemptions !== null && customer.othersUses >= coupon.max_redemptions)
    return refused('coupon_max_redemptions')
  if (coupon.limit_customer !== null && customer.uses >= coupon.limit_customer) return refused('coupon_customer_limit')
  if (coupon.first_time_transaction && customer.hasEarlierOrder) return refused('coupon_first_time_only')
  const needed = coupon.membership_packages
  if (needed.length > 0 && !needed.some((each) => customer.packages.includes(each)))
    return refused('coupon_membership_required')
  return null
}

function checkCart(coupon: CouponTerms, cart: { currency: string; lines: CouponLine[] }): CouponAnswer | null {
  if (coupon.type === 'amount_off' && coupon.currency !== null && coupon.currency !== cart.currency)
    return refused('coupon_currency_mismatch')
  const fitting = cart.lines.filter((line) => fitsLine(coupon, line))
  if (fitting.length === 0 && cart.lines.length > 0) return refused('coupon_not_applicable')
  const missingItems = (coupon.minimum_items ?? 0) - sum(fitting.map((line) => line.quantity))
  if (missingItems > 0) return refused('coupon_minimum_items', missingItems)
  const missingAmount = (coupon.minimum_amount ?? 0) - sum(fitting.map((line) => line.amount))
  if (missingAmount > 0) return refused('coupon_minimum_amount', missingAmount)
  return fitting.length === 0 ? refused('coupon_not_applicable') : null
}

function refused(type: Extract<ErrorType, `coupon_${string}`>, missing: number | null = null): CouponAnswer {
  return { ok: false, type, param: 'code', ...(missing === null ? {} : { subject: String(missing) }) }
}
