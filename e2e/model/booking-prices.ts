import {
  type Booking,
  counts,
  minute,
  type ModelCode,
  type ModelDiscount,
  type ModelLineSums,
  type ModelOrder,
  type ModelSums,
  placeOf,
  redeemedOf,
  sum,
} from './booking-state.ts'
import { half, type ModelCart, calculateSums } from './calculated-sums.ts'
import { isMember } from './membership-state.ts'

const day = 24 * 60 * minute
const kinds = ['event_option', 'camp']
export type Priced = { sums: ModelSums; discounts: ModelDiscount[]; refused: string | null }

/** The current sums of a cart. A code that does not apply has no effect, or the quote removes it. */
export function priced(
  booking: Booking,
  order: ModelOrder,
  input: { entered?: string | null; dropsCode?: boolean } = {},
): Priced {
  const entered =
    booking.coupons.find((each) => each.id === (input.entered === undefined ? order.entered : input.entered)) ?? null
  const refused = entered ? refusalOf(booking, order, entered) : null
  const fitting = refused ? null : entered
  const automatic = booking.coupons.filter(
    (each) => each.code === null && each !== fitting && refusalOf(booking, order, each) === null,
  )
  const cart: ModelCart = {
    lines: order.lines.map((line) => ({ kinds, quantity: line.quantity, amount: line.price })),
    selling: booking.selling,
    automatic,
    entered: fitting,
  }
  const without = calculateSums({ ...cart, entered: null })
  const withCode = calculateSums(cart)
  // A code never raises a total.
  const { discount, fee, tax, total, lines, coupons, parts } = withCode.total > without.total ? without : withCode

  const off = (coupon: ModelCode) => Number(coupons.get(coupon.id) ?? 0n)
  const discounts: ModelDiscount[] = automatic
    .filter((each) => off(each) > 0)
    .map((each) => ({ coupon: each.id, amount: off(each), isEntered: false, state: 'applied' }))
  if (fitting) discounts.push({ coupon: fitting.id, amount: off(fitting), isEntered: true, state: 'applied' })
  if (entered && refused && !input.dropsCode)
    discounts.push({ coupon: entered.id, amount: 0, isEntered: true, state: 'applied' })
  const sums = {
    discount: Number(discount),
    fee: Number(fee),
    tax: Number(tax),
    total: Number(total),
    lines: lines.map((line, at) => ({
      discount: Number(line.discount),
      fee: Number(line.fee),
      parts: [...parts.values()].flatMap((ofCoupon) => ((ofCoupon[at] ?? 0n) > 0n ? [Number(ofCoupon[at])] : [])),
    })),
  }
  return { sums, discounts, refused }
}

/** Saves new sums as the latest of an order. */
export function reprice(
  booking: Booking,
  order: ModelOrder,
  input: { entered?: string | null; dropsCode?: boolean } = {},
): void {
  const { sums, discounts } = priced(booking, order, input)
  order.sums = sums
  order.discounts = discounts
  order.entered = discounts.find((each) => each.isEntered)?.coupon ?? null
}

/** True when an order already has these sums. */
export function isSame(order: ModelOrder, newest: Priced): boolean {
  const text = (discounts: ModelDiscount[]) =>
    JSON.stringify(discounts.map((each) => [each.coupon, each.amount, each.isEntered]).sort())
  return JSON.stringify(order.sums) === JSON.stringify(newest.sums) && text(order.discounts) === text(newest.discounts)
}

/** Today's prices for the items of a cart whose places are taken again. */
export function todaysPrices(booking: Booking, order: ModelOrder): boolean {
  let isChanged = false
  for (const line of order.lines) {
    const place = line.place === '' ? null : placeOf(booking, line.place)
    const listed = place ? booking.options[place.option]?.cost : undefined
    const price = place?.credit ? 0 : (listed ?? line.price)
    isChanged ||= price !== line.price
    line.price = price
  }
  return isChanged
}

const hasFirstCode = (booking: Booking, order: ModelOrder): boolean =>
  order.discounts.some(
    (each) => counts(each) && booking.coupons.some((code) => code.id === each.coupon && code.isFirstOnly),
  )

/** The reason why a coupon may not be on this order. */
export function refusalOf(booking: Booking, order: ModelOrder, coupon: ModelCode): string | null {
  const own = order.discounts.filter((each) => each.coupon === coupon.id && counts(each)).length
  const uses = booking.orders
    .filter((other) => other.customer === order.customer && other !== order && other.id !== order.id)
    .flatMap((other) => other.discounts)
    .filter((each) => each.coupon === coupon.id && counts(each)).length
  if (coupon.max !== null && redeemedOf(booking, coupon.id) - own >= coupon.max) return 'coupon_max_redemptions'
  if (coupon.perCustomer !== null && uses >= coupon.perCustomer) return 'coupon_customer_limit'
  if (
    coupon.isFirstOnly &&
    booking.orders.some(
      (other) =>
        other.customer === order.customer &&
        other.id !== order.id &&
        (other.isEverPaid || hasFirstCode(booking, other)),
    )
  )
    return 'coupon_first_time_only'
  if (coupon.isForMembers && !isMember(booking, order.customer)) return 'coupon_membership_required'
  if (sum(order.lines.map((line) => line.quantity)) < coupon.minimumItems) return 'coupon_minimum_items'
  return order.lines.length === 0 ? 'coupon_not_applicable' : null
}

type PaidLine = { price: number; sums: ModelLineSums }

/** The components of a paid item: its price, the tax on the price, the fee and the tax on the fee. */
export function partsOf({ selling: { fee, taxes } }: Pick<Booking, 'selling'>, { price, sums }: PaidLine) {
  const gross = BigInt(price - sums.discount)
  const whole = BigInt(sums.fee)
  const inside = taxes.filter((tax) => tax.included).reduce((all, tax) => all + BigInt(tax.percent), 10_000n)
  const taxOf = (amount: bigint, isInside: boolean) =>
    taxes
      .filter((tax) => tax.included === isInside)
      .reduce((all, tax) => all + half(amount * BigInt(tax.percent), isInside ? inside : 10_000n), 0n)
  const onPrice = (isInside: boolean) =>
    sums.taxes
      ? taxes.reduce((all, tax, at) => all + (tax.included === isInside ? BigInt(sums.taxes?.[at] ?? 0) : 0n), 0n)
      : taxOf(gross, isInside)
  const tax = onPrice(true) + onPrice(false)
  const net = gross - onPrice(true)
  const feeTax = fee.included ? 0n : taxOf(whole, true) + taxOf(whole, false)
  const share = (amount: bigint) => (gross === 0n ? 0n : half(amount * (gross - whole), gross))
  const base = fee.included ? share(net) : net
  const baseTax = fee.included ? share(tax) : tax
  return {
    base,
    tax: baseTax,
    fee: fee.included ? net - base : whole - taxOf(whole, true),
    feeTax: fee.included ? tax - baseTax : feeTax,
  }
}

/** The percentage that the policy of an event refunds now. */
export function percentAt({ startsAt }: Booking, event: number, now: number): 100 | 50 | 0 {
  const start = startsAt[event] ?? 0
  return now <= start - 14 * day ? 100 : now <= start - 3 * day ? 50 : 0
}

/** The refund for cancelling a paid item, at most the refundable remainder of the order. */
export function backFor(
  booking: Booking,
  order: ModelOrder,
  input: { at: number; percent: number; left: number; open: number },
): number {
  const line = order.lines[input.at]
  const sums = order.sums.lines[input.at]
  if (!line || !sums) return 0
  const { base, tax, fee, feeTax } = partsOf(booking, { price: line.price, sums })
  const keeps = half(base * BigInt(booking.retention.percent), 100n) + BigInt(booking.retention.fixed)
  const kept = keeps < base ? keeps : base
  const price = half((base - kept) * BigInt(input.percent), 100n)
  const taxBack = base === 0n ? 0n : half(tax * price, base)
  const feeBack = !booking.retention.keepsFees && input.percent === 100 ? fee + feeTax : 0n
  const rest = Number(base + tax + fee + feeTax) - input.open - (line.refunded ?? 0)
  return Math.max(0, Math.min(input.left, Number(price + taxBack + feeBack) - input.open, rest))
}

/**
 * Splits a paid item into the price of a cheaper place and the remainder, which add up to the item. The fee stays with
 * the place.
 */
export function partLine(
  booking: Booking,
  { price, sums }: PaidLine,
  cost: number,
): { kept: PaidLine; rest: PaidLine } {
  const share = (amount: number, part: number, of: number) =>
    of === 0 ? 0 : Number(half(BigInt(amount) * BigInt(part), BigInt(of)))
  const parts = sums.parts.map((part) => share(part, cost, price))
  const discount = parts.reduce((all, part) => all + part, 0)
  const sold = cost - discount
  const before = sums.taxes ?? taxesOf(booking, price - sums.discount)
  const taxes = before.map((tax) => share(tax, sold, price - sums.discount))
  const fee = booking.selling.fee.included ? Math.min(sums.fee, sold) : sums.fee
  return {
    kept: { price: cost, sums: { discount, parts, fee, taxes } },
    rest: {
      price: price - cost,
      sums: {
        discount: sums.discount - discount,
        parts: sums.parts.map((part, at) => part - (parts[at] ?? 0)),
        fee: sums.fee - fee,
        taxes: before.map((tax, at) => tax - (taxes[at] ?? 0)),
      },
    },
  }
}

function taxesOf({ selling: { taxes } }: Booking, gross: number): number[] {
  const inside = taxes.filter((tax) => tax.included).reduce((all, tax) => all + BigInt(tax.percent), 10_000n)
  return taxes.map((tax) => Number(half(BigInt(gross) * BigInt(tax.percent), tax.included ? inside : 10_000n)))
}
