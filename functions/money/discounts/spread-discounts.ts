import { percentOf, shareOut, sum } from '../../offering/pricing/shares.ts'
import { fitsLine } from '../../offering/pricing/lost-discounts.ts'
import type { CouponLine, CouponTerms } from './coupon-rules.ts'

/** The discount of one coupon: in total, and for each item in the order of the items. */
export type Spread = { coupon_id: string; is_entered: boolean; amount: number; parts: number[] }

/**
 * What each coupon takes off each item, in minor units. Each item gets the best automatic coupon, and the entered
 * code on top. Fixed amounts come first, then percentages of the remainder; no item falls below 0. A fixed amount is
 * shared over the items by price, with spare cents on the largest amounts. All parts are multiples of `step`.
 */
export function spreadDiscounts(
  lines: CouponLine[],
  coupons: { automatic: CouponTerms[]; entered: CouponTerms | null },
  step = 1,
): Spread[] {
  const { entered } = coupons
  const listed = lines.map((line) => line.amount)
  const enteredFixed =
    entered?.type === 'amount_off' ? takeFixed(entered, onlyFitting(entered, lines, listed), step) : null
  const left = enteredFixed ? less(listed, enteredFixed) : listed
  const chosen = chooseAutomatic(coupons.automatic, { lines, left, step })

  const afterFixed = chosen
    .filter((each) => each.coupon.type === 'amount_off')
    .reduce((rest, each) => less(rest, each.parts), left)
  const percents = chosen.filter((each) => each.coupon.type === 'percent_off')
  const automaticPercents = percents.map(({ coupon, at }) => ({
    coupon,
    parts: takePercent(
      coupon,
      afterFixed.map((rest, index) => (at.has(index) ? rest : 0)),
      step,
    ),
  }))
  const afterAutomatic = automaticPercents.reduce((rest, each) => less(rest, each.parts), afterFixed)

  const spreads = [...chosen.filter((each) => each.coupon.type === 'amount_off'), ...automaticPercents].map(
    ({ coupon, parts }) => spreadOf(coupon.id, false, parts),
  )
  if (entered === null) return spreads.filter((each) => each.amount > 0)
  const enteredParts = enteredFixed ?? takePercent(entered, onlyFitting(entered, lines, afterAutomatic), step)
  return [...spreads.filter((each) => each.amount > 0), spreadOf(entered.id, true, enteredParts)]
}

type Chosen = { coupon: CouponTerms; at: Set<number>; parts: number[] }

function chooseAutomatic(
  automatic: CouponTerms[],
  { lines, left, step }: { lines: CouponLine[]; left: number[]; step: number },
): Chosen[] {
  const offers = automatic.map((coupon) => {
    const fitting = onlyFitting(coupon, lines, left)
    const percent = coupon.percent_off ?? 0
    return {
      coupon,
      parts:
        coupon.type === 'amount_off'
          ? takeFixed(coupon, fitting, step)
          : fitting.map((amount) => percentOf(amount, percent, step)),
    }
  })
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

function takeFixed(coupon: CouponTerms, fitting: number[], step: number): number[] {
  return shareOut(Math.min(coupon.amount_off ?? 0, sum(fitting)), fitting, step)
}

function takePercent(coupon: CouponTerms, left: number[], step: number): number[] {
  return shareOut(Math.min(percentOf(sum(left), coupon.percent_off ?? 0, step), sum(left)), left, step)
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
