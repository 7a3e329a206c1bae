import { instant } from '../../contract/instant.ts'
import type { SeasonCopyRequest, SeasonOffer } from '../../contract/organisation/season.ts'
import type { StoredProgram } from './program-file/stored-program.ts'
import { instantOf, wallOf } from './program-file/file-times.ts'
import { copyKey, movedBy } from './season-shift.ts'

type Coupon = StoredProgram['coupons'][number]
/** An event and its new copy. `starts_at` is the local start of the original. */
export type CopiedPair = { from: string; starts_at: string | null; to: string; key: string }
/** A coupon of the season with what the copy does to it; `row` is null if nothing is written. */
export type MovedOffer = Omit<SeasonOffer, 'name'> & { coupon: Coupon; row: Coupon | null }
type Moving = Pick<SeasonCopyRequest, 'sales'> & {
  pairs: readonly CopiedPair[]
  days: number
  timezone: string
  now: number
  newId: () => string
}

/** Maximum number of events that a coupon of a program file names. */
const maxEventsOfCoupon = 100
const longestCode = 40

/**
 * The coupons that name copied events, in their order, for the copies. A code without dates and limits also works for
 * the copies, and every coupon works for copies on the same days. Any other coupon gets a copy with moved dates and no uses; a copy from an earlier call takes these events
 * too. A coupon stays as it is when its new code or key belongs to another one.
 */
export function movedOffers(coupons: readonly Coupon[], moving: Moving): MovedOffer[] {
  const byKey = new Map(coupons.map((coupon) => [coupon.key, coupon]))
  const codes = new Set(coupons.flatMap(({ code_key }) => code_key ?? []))
  return coupons.flatMap((coupon) => {
    const pairs = moving.pairs.filter(({ from }) => coupon.applies_to.products.includes(from))
    if (pairs.length === 0) return []
    const copy = copiedCoupon(coupon, pairs, moving)
    const target = moving.days === 0 || isOpenCode(coupon) ? coupon : byKey.get(copy.key)
    if (target) {
      const row = withEvents(target, pairs, moving.now)
      if (row) byKey.set(row.key, row)
      return [offerOf(coupon, { shown: row ?? target, row, action: row ? 'extend' : 'leave', pairs })]
    }
    if (copy.code_key !== null && codes.has(copy.code_key))
      return [offerOf(coupon, { shown: coupon, row: null, action: 'leave', pairs })]
    byKey.set(copy.key, copy)
    if (copy.code_key !== null) codes.add(copy.code_key)
    return [offerOf(coupon, { shown: copy, row: copy, action: 'create', pairs })]
  })
}

/** A code that families may keep: nothing of it ends or runs out with its season. */
const isOpenCode = (coupon: Coupon): boolean =>
  coupon.code !== null &&
  !coupon.apply_automatically &&
  !coupon.first_time_transaction &&
  [coupon.redeem_after, coupon.redeem_before, coupon.max_redemptions, coupon.limit_customer].every(
    (each) => each === null,
  )

function copiedCoupon(coupon: Coupon, pairs: readonly CopiedPair[], { days, sales, ...moving }: Moving): Coupon {
  const { timezone, now } = moving
  const starts_at = pairs.flatMap((pair) => pair.starts_at ?? []).toSorted()[0] ?? null
  const moved = (at: number) => instantOf(movedBy(wallOf(at, timezone), days), timezone)
  const date = (at: number | null) => at && { shift: moved(at), keep: at, none: null }[sales]
  const code = coupon.code === null ? null : copyCode(coupon.code, starts_at, days)
  const hasDates = coupon.redeem_after !== null || coupon.redeem_before !== null
  return {
    ...coupon,
    id: moving.newId(),
    key: copyKey({ key: coupon.key, starts_at }, days),
    code,
    code_key: code?.toUpperCase() ?? null,
    applies_to: { products: pairs.map(({ to }) => to), product_types: [] },
    redeem_after: date(coupon.redeem_after),
    redeem_before: date(coupon.redeem_before),
    // Without its dates, an early price would never end.
    is_enabled: coupon.is_enabled && !(hasDates && sales === 'none'),
    times_redeemed: 0,
    times_redeemed_before: 0,
    created: now,
    updated: now,
  }
}

/** The year at the end of a code becomes the new one; any other code gets the suffix of a key. */
function copyCode(code: string, starts_at: string | null, days: number): string {
  const from = starts_at?.slice(0, 4) ?? ''
  const to = starts_at ? movedBy(starts_at, days).slice(0, 4) : ''
  return from !== to && code.endsWith(from)
    ? `${code.slice(0, -from.length)}${to}`
    : copyKey({ key: code, starts_at }, days, longestCode)
}

/** A coupon that also applies to these copies; null for one that names no events, or too many. */
function withEvents(coupon: Coupon, pairs: readonly CopiedPair[], now: number): Coupon | null {
  const products = [...new Set([...coupon.applies_to.products, ...pairs.map(({ to }) => to)])]
  if (coupon.applies_to.products.length === 0 || products.length > maxEventsOfCoupon) return null
  return { ...coupon, applies_to: { ...coupon.applies_to, products }, updated: now }
}

function offerOf(
  coupon: Coupon,
  input: {
    shown: Coupon
    row: Coupon | null
    action: SeasonOffer['action']
    pairs: readonly CopiedPair[]
  },
): MovedOffer {
  const { shown, row, action, pairs } = input
  return {
    from: coupon.key,
    key: shown.key,
    code: shown.code,
    action,
    redeem_after: instant(shown.redeem_after),
    redeem_before: instant(shown.redeem_before),
    is_enabled: shown.is_enabled,
    events: action === 'leave' ? [] : pairs.map(({ key }) => key),
    coupon,
    row,
  }
}
