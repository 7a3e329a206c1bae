import { describe, expect, it } from 'vitest'
import type { CouponLine, CouponTerms } from '../discounts/coupon-rules.ts'
import { orderTotals, type Selling } from './order-totals.ts'

const carts = process.env.LONG === '1' ? 100_000 : 2000
type Cart = { lines: CouponLine[]; selling: Selling; automatic: CouponTerms[]; entered: CouponTerms | null }

describe('the sums of any order', () => {
  it(`agree with a second reckoning in whole numbers, over ${carts} carts`, () => {
    const random = randomFrom(20_261_121)
    for (let at = 0; at < carts; at += 1) {
      const cart = randomCart(random)
      const totals = orderTotals(cart.lines, cart.selling, cart)
      const model = reckon(cart)
      expect({ at, discount: BigInt(totals.amount_discount), fee: BigInt(totals.amount_fee), tax: BigInt(totals.amount_tax), total: BigInt(totals.amount_total) }).toEqual({ at, ...model })
      expect(totals.amount_total).toBeGreaterThanOrEqual(0)
      expect(totals.amount_discount).toBe(totals.discounts.reduce((sum, each) => sum + each.amount, 0))
      for (const each of totals.lines) expect(each.amount_discount).toBeLessThanOrEqual(each.amount)
      expect(totals.amount_subtotal - totals.amount_discount).toBeGreaterThanOrEqual(0)
    }
  })
})

/** The same rules written another way: BigInt, line by line, largest remainders found by sorting. */
function reckon({ lines, selling, automatic, entered }: Cart) {
  let left = lines.map((line) => BigInt(line.amount))
  if (entered?.amount_off) left = minus(left, fixedShares(entered, lines, left))
  const base = left
  const best = lines.map((line, at) => {
    const offers = automatic.map((each) => (each.amount_off ? (fixedShares(each, lines, base)[at] ?? 0n) : fits(each, line) ? half((base[at] ?? 0n) * BigInt(each.percent_off ?? 0), 10_000n) : 0n))
    const [top] = [...offers.keys()].filter((index) => (offers[index] ?? 0n) > 0n).sort((one, other) => Number((offers[other] ?? 0n) - (offers[one] ?? 0n)) || one - other)
    return top ?? -1
  })
  automatic.forEach((each, index) => {
    if (each.amount_off) left = minus(left, fixedShares(each, lines, base).map((part, at) => (best[at] === index ? part : 0n)))
  })
  const afterFixed = left
  automatic.forEach((each, index) => {
    if (!each.percent_off) return
    const mine = afterFixed.map((amount, at) => (best[at] === index ? amount : 0n))
    left = minus(left, shares(half(sum(mine) * BigInt(each.percent_off), 10_000n), mine))
  })
  if (entered?.percent_off) {
    const mine = left.map((amount, at) => (fits(entered, lines[at] as CouponLine) ? amount : 0n))
    left = minus(left, shares(half(sum(mine) * BigInt(entered.percent_off), 10_000n), mine))
  }
  return afterDiscounts(lines, left, selling)
}

function afterDiscounts(lines: CouponLine[], left: bigint[], { fee, taxes }: Selling) {
  const inside = taxes.filter((tax) => tax.included).reduce((all, tax) => all + BigInt(tax.percent), 10_000n)
  let fees = 0n
  let tax = 0n
  let added = 0n
  left.forEach((amount, at) => {
    let mine = amount === 0n ? 0n : half(amount * BigInt(fee.percent), 10_000n) + BigInt(fee.fixed * (lines[at]?.quantity ?? 1))
    if (fee.included && mine > amount) mine = amount
    fees += mine
    if (!fee.included) added += mine
    for (const each of taxes) {
      for (const part of [amount, fee.included ? 0n : mine]) {
        const own = half(part * BigInt(each.percent), each.included ? inside : 10_000n)
        tax += own
        if (!each.included) added += own
      }
    }
  })
  const listed = lines.reduce((all, line) => all + BigInt(line.amount), 0n)
  return { discount: listed - sum(left), fee: fees, tax, total: sum(left) + added }
}

const fits = (coupon: CouponTerms, line: CouponLine) => coupon.applies_to.product_types.length === 0 || coupon.applies_to.product_types.some((type) => line.kinds.includes(type))
const sum = (parts: bigint[]) => parts.reduce((one, other) => one + other, 0n)
const minus = (whole: bigint[], parts: bigint[]) => whole.map((amount, at) => amount - (parts[at] ?? 0n))
const half = (top: bigint, bottom: bigint) => (2n * top + bottom) / (2n * bottom)

function fixedShares(coupon: CouponTerms, lines: CouponLine[], left: bigint[]): bigint[] {
  const mine = left.map((amount, at) => (fits(coupon, lines[at] as CouponLine) ? amount : 0n))
  const whole = BigInt(coupon.amount_off ?? 0)
  return shares(whole < sum(mine) ? whole : sum(mine), mine)
}

function shares(whole: bigint, weights: bigint[]): bigint[] {
  const all = sum(weights)
  if (all === 0n) return weights.map(() => 0n)
  const parts = weights.map((weight) => (whole * weight) / all)
  let spare = whole - sum(parts)
  const order = [...weights.keys()].sort((one, other) => Number((weights[other] ?? 0n) - (weights[one] ?? 0n)) || one - other)
  for (const at of order) {
    if (spare === 0n) break
    parts[at] = (parts[at] ?? 0n) + 1n
    spare -= 1n
  }
  return parts
}

function randomCart(random: (below: number) => number): Cart {
  const kinds = ['camp', 'class', 'clinic']
  const some = <Value>(values: Value[]) => values[random(values.length)] as Value
  const makeCoupon = (id: string): CouponTerms => {
    const isFixed = random(2) === 0
    return {
      id, type: isFixed ? 'amount_off' : 'percent_off', amount_off: isFixed ? 1 + random(some([50, 5000, 60_000])) : null, percent_off: isFixed ? null : 1 + random(10_000), currency: null, redeem_after: null, redeem_before: null,
      first_time_transaction: false, minimum_items: null, minimum_amount: null, max_redemptions: null, limit_customer: null, membership_packages: [], is_enabled: true, times_redeemed: 0,
      applies_to: { products: [], product_types: random(3) === 0 ? [some(kinds)] : [] },
    }
  }
  const lines = Array.from({ length: random(7) }, (_, at): CouponLine => ({ id: `l${at}`, kinds: ['event_option', some(kinds)], product_id: `e${at}`, product_variation_id: null, quantity: 1 + random(3), amount: random(some([3, 100, 10_000, 400_000])) }))
  return {
    lines,
    selling: {
      fee: { percent: some([0, 250, random(2000)]), fixed: some([0, 50, 300]), included: random(3) === 0 },
      taxes: Array.from({ length: random(3) }, (_, at) => ({ name: `T${at}`, percent: some([500, 1300, 998, random(3000)]), included: random(3) === 0 })),
    },
    automatic: Array.from({ length: random(4) }, (_, at) => makeCoupon(`a${at}`)),
    entered: random(2) === 0 ? makeCoupon('entered') : null,
  }
}

/** Numbers that are the same in every run (mulberry32). */
function randomFrom(seed: number): (below: number) => number {
  let state = seed
  return (below) => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296) * below)
  }
}
