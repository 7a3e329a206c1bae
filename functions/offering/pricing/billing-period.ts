import { Temporal } from 'temporal-polyfill'
import type { MembershipTerms } from '../../contract/booking/membership.ts'
import type { BillingPeriod, ExpiryPeriod } from '../../contract/offering/package.ts'
import { instantOf } from '../../contract/wall-clock.ts'
import { inProportion } from './shares.ts'

/**
 * Where the periods of a membership begin: its first day, and the day of the month, which a shorter month replaces by
 * its last day.
 */
export type Anchor = { anchor_on: string; anchor_day: number }
/** A period in days, yyyy-mm-dd; the end is exclusive, null when there is none. */
export type Period = { start_on: string; end_on: string | null }

const dayOf = (day: string) => Temporal.PlainDate.from(day)
const months: Partial<Record<BillingPeriod, number>> = { month: 1, quarter: 3, year: 12 }

/** Whole days from one day to another. */
export const daysBetween = (from: string, to: string): number =>
  dayOf(from).until(dayOf(to), { largestUnit: 'days' }).days

export const addDays = (day: string, days: number): string => dayOf(day).add({ days }).toString()

/** The later of two days. */
export const laterDay = (a: string, b: string): string => (a.localeCompare(b) > 0 ? a : b)

/** The instant at which a day, or an hour of it, begins in a program's time zone. */
export function dayStart(day: string, timezone: string, hour = 0): number {
  const { year, month, day: date } = dayOf(day)
  return instantOf({ year, month, day: date, hour, minute: 0 }, timezone)
}

/**
 * The first day of the period with this index, counted from the anchor: the anchor's day of the month, or the last day
 * of a shorter month.
 */
export function periodStart(
  { anchor_on, anchor_day }: Anchor,
  period: Exclude<BillingPeriod, 'once'>,
  index: number,
): string {
  if (period === 'week') return dayOf(anchor_on).add({ weeks: index }).toString()
  const month = dayOf(anchor_on)
    .toPlainYearMonth()
    .add({ months: (months[period] ?? 1) * index })
  return month.toPlainDate({ day: Math.min(anchor_day, month.daysInMonth) }).toString()
}

/** The period with this index. A one-time payment lasts as long as its package says, or forever. */
export function billingPeriod(
  anchor: Anchor,
  terms: Pick<MembershipTerms, 'billing_period' | 'expiry_amount' | 'expiry_period'>,
  index: number,
): Period {
  const { billing_period, expiry_amount, expiry_period } = terms
  if (billing_period !== 'once')
    return {
      start_on: periodStart(anchor, billing_period, index),
      end_on: periodStart(anchor, billing_period, index + 1),
    }
  return {
    start_on: anchor.anchor_on,
    end_on:
      expiry_amount === null || expiry_period === null
        ? null
        : addPeriod(anchor.anchor_on, expiry_period, expiry_amount),
  }
}

const addPeriod = (day: string, period: ExpiryPeriod, amount: number): string =>
  dayOf(day)
    .add({ [`${period}s`]: amount })
    .toString()

/** The first paid period from a day on: a whole one, or one until the fixed billing day of the month. */
export function firstPeriod(
  terms: Pick<MembershipTerms, 'billing_period' | 'expiry_amount' | 'expiry_period' | 'anchor_day'>,
  start_on: string,
): Anchor & { index: number; period: Period } {
  const { day, daysInMonth } = dayOf(start_on)
  const fixed = terms.billing_period === 'month' ? terms.anchor_day : null
  if (fixed === null || day === Math.min(fixed, daysInMonth)) {
    const anchor = { anchor_on: start_on, anchor_day: fixed ?? day }
    return { ...anchor, index: 0, period: billingPeriod(anchor, terms, 0) }
  }
  const month = dayOf(start_on).toPlainYearMonth()
  const next = day < fixed ? month : month.add({ months: 1 })
  const anchor_on = next.toPlainDate({ day: Math.min(fixed, next.daysInMonth) }).toString()
  return { anchor_on, anchor_day: fixed, index: -1, period: { start_on, end_on: anchor_on } }
}

/** Cost of a first period: its share, by days, of the whole period it belongs to, rounded half up. */
export function firstCost(
  terms: Pick<MembershipTerms, 'billing_period'>,
  cost: number,
  first: ReturnType<typeof firstPeriod>,
): number {
  const { index, period } = first
  if (index >= 0 || terms.billing_period === 'once' || period.end_on === null) return cost
  const whole = daysBetween(periodStart(first, terms.billing_period, -1), period.end_on)
  return inProportion(cost, daysBetween(period.start_on, period.end_on), whole)
}

/** Credit for the days of a pause within a paid period, by days, rounded half up. */
export function heldAmount(
  paid: number,
  period: { start_on: string; end_on: string },
  hold: { from: string; to: string },
): number {
  const from = laterDay(hold.from, period.start_on)
  const to = hold.to.localeCompare(period.end_on) < 0 ? hold.to : period.end_on
  if (to <= from) return 0
  return inProportion(paid, daysBetween(from, to), daysBetween(period.start_on, period.end_on))
}

/** The index of the period that contains a day. */
export function indexOn(anchor: Anchor, period: Exclude<BillingPeriod, 'once'>, day: string): number {
  const length = { week: 7, month: 30, quarter: 91, year: 365 }[period]
  let index = Math.floor(daysBetween(anchor.anchor_on, day) / length)
  while (periodStart(anchor, period, index) > day) index -= 1
  while (periodStart(anchor, period, index + 1) <= day) index += 1
  return index
}

type Allocation = Pick<
  MembershipTerms,
  'allocated_period' | 'allocate_credits_on_period' | 'expiry_amount' | 'expiry_period' | 'start_on'
>
/**
 * The credits granted on a day of a paid period. They expire at the end of the period that they are granted for, unless
 * the package keeps them valid longer; credits granted once last until the membership ends. `next_on` null means with
 * the next paid period, or never.
 */
export function allocationOn(
  terms: Allocation,
  day: string,
  period: Period,
): { key: string; until: string | null; next_on: string | null } {
  const { allocated_period, allocate_credits_on_period, expiry_amount, expiry_period, start_on } = terms
  const expiring = (from: string) =>
    expiry_amount === null || expiry_period === null ? null : addPeriod(from, expiry_period, expiry_amount)
  if (!allocate_credits_on_period || allocated_period === 'total' || allocated_period === null)
    return { key: 'once', until: expiring(day), next_on: null }
  const own = allocated_period === 'billing_period' ? null : allocated_period
  const anchor = { anchor_on: start_on, anchor_day: dayOf(start_on).day }
  const index = own === null ? 0 : indexOn(anchor, own, day)
  const key = own === null ? period.start_on : periodStart(anchor, own, index)
  const next_on = own === null ? null : periodStart(anchor, own, index + 1)
  const end = next_on ?? period.end_on
  const longer = expiring(key)
  return { key, until: end === null || (longer !== null && longer > end) ? longer : end, next_on }
}
