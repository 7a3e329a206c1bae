import { percentOf, shareOut, sum } from '../pricing/shares.ts'
import { fitsLine } from '../pricing/lost-discounts.ts'
import type { CouponLine, CouponTerms } from './coupon-rules.ts'

/** What one coupon takes off: in all, and by line in the order of the lines. */
export type Spread = { coupon_id: string; is_entered: boolean; amount: number; parts: number[] }

/**
 * What the coupons take off each line. Of the automatic ones each line gets the single best; one entered code
 * comes on top. Fixed amounts go first, percentages are taken of what is left; no line falls below 0. A whole is shared over
 * its lines by price, spare cents to the dearest first.
 */
export function spreadDiscounts(
  lines: CouponLine[],
  coupons: { automatic: CouponTerms[]; entered: CouponTerms | null },
): Spread[] {
  const { entered } = coupons
  const listed = lines.map((line) => line.amount)
  const enteredFixed = entered?.type === 'amount_off' ? takeFixed(entered, lines, listed) : null
  const chosen = chooseAutomatic(lines, enteredFixed ? less(listed, enteredFixed) : listed, coupons.automatic)

  const afterFixed = chosen
    .filter((each) => each.coupon.type === 'amount_off')
    .reduce((left, each) => less(left, each.parts), enteredFixed ? less(listed, enteredFixed) : listed)
  const percents = chosen.filter((each) => each.coupon.type === 'percent_off')
  const automaticPercents = percents.map(({ coupon, at }) => ({
    coupon,
    parts: takePercent(
      coupon,
      afterFixed.map((left, index) => (at.has(index) ? left : 0)),
    ),
  }))
  const afterAutomatic = automaticPercents.reduce((left, each) => less(left, each.parts), afterFixed)

  const spreads = [...chosen.filter((each) => each.coupon.type === 'amount_off'), ...automaticPercents].map(
    ({ coupon, parts }) => spreadOf(coupon.id, false, parts),
  )
  if (entered === null) return spreads.filter((each) => each.amount > 0)
  const enteredParts = enteredFixed ?? takePercent(entered, onlyFitting(entered, lines, afterAutomatic))
  return [...spreads.filter((each) => each.amount > 0), spreadOf(entered.id, true, enteredParts)]
}

type Chosen = { coupon: CouponTerms; at: Set<number>; parts: number[] }

function chooseAutomatic(lines: CouponLine[], left: number[], automatic: CouponTerms[]): Chosen[] {
  const offers = automatic.map((coupon) => ({
    coupon,
    parts:
      coupon.type === 'amount_off'
        ? takeFixed(coupon, lines, left)
        : onlyFitting(coupon, lines, left).map((amount) => percentOf(amount, coupon.percent_off ?? 0)),
  }))
  const best = lines.map((_, at) =>
    offers.reduce<number>(
      (winner, offer, index) =>
        (offer.parts[at] ?? 0) > (winner < 0 ? 0 : (offers[winner]?.parts[at] ?? 0)) ? index : winner,
      -1,
    ),
  )
  return offers.flatMap(({ coupon, parts }, index) => {
    const at = new Set(best.flatMap((winner, line) => (winner === index ? [line] : [])))
    return at.size === 0 ? [] : [{ coupon, at, parts: parts.map((part, line) => (at.has(line) ? part : 0)) }]
  })
}

function takeFixed(coupon: CouponTerms, lines: CouponLine[], left: number[]): number[] {
  const fitting = onlyFitting(coupon, lines, left)
  return shareOut(Math.min(coupon.amount_off ?? 0, sum(fitting)), fitting)
}

function takePercent(coupon: CouponTerms, left: number[]): number[] {
  return shareOut(percentOf(sum(left), coupon.percent_off ?? 0), left)
}

function onlyFitting(coupon: CouponTerms, lines: CouponLine[], left: number[]): number[] {
  return lines.map((line, at) => (fitsLine(coupon, line) ? (left[at] ?? 0) : 0))
}

const spreadOf = (coupon_id: string, is_entered: boolean, parts: number[]): Spread => ({
  coupon_id,
  is_entered,
  amount: sum(parts),
  parts,
})
const less = (whole: number[], parts: number[]) => whole.map((amount, at) => amount - (parts[at] ?? 0))
