import { eventDays, type EventTimes } from '../../contract/event-times.ts'
import type { DayReturn } from '../../contract/changes/day-off.ts'
import { dayInZone } from '../../contract/wall-clock.ts'
import { type PaidLine, paidParts } from '../../offering/pricing/refund-amount.ts'
import { shareOut, sum } from '../../offering/pricing/shares.ts'

/** A day of an event in its time zone, with its hours. */
export type EventDay = { date: string; starts_at: number; ends_at: number }

/** The days of an event, each with its date. An event of one day or one stay has one. */
export const daysOf = (event: EventTimes): EventDay[] =>
  eventDays(event).map((day) => ({ ...day, date: dayInZone(day.starts_at, event.timezone) }))

/** What the organisation returns for one place: `at` is the position of the day among `days`. */
export type DayTerms = { return_as: DayReturn; amount: number | null; at: number; days: number }

/** What was paid for a place: its own line item, or that of a package, which paid for as many places as it has `visits`. */
export type PaidPlace = { line: PaidLine; visits: number }

/**
 * The refund of one place for one day, in minor units: the day's share of everything paid for it, with fee and tax, or
 * the amount. All shares of a place add up to what was paid for it, and of a visit to its part of the package. Never more
 * than is paid and not refunded: `open` is the sum of the line's unpaid instalments, `remaining` the refundable
 * remainder of the order.
 */
export function refundOfDay(
  { line, visits }: PaidPlace,
  { return_as, amount, at, days }: DayTerms,
  { open, remaining }: { open: number; remaining: number },
): number {
  if (return_as === 'none' || return_as === 'visit') return 0
  const paid = sum(Object.values(paidParts(line)))
  // The smallest of the shares: the sum over all visits of a package does not exceed its price.
  const whole = shareOut(paid, Array<number>(visits).fill(1)).at(-1) ?? 0
  const due = return_as === 'amount' ? (amount ?? 0) : (shareOut(whole, Array<number>(days).fill(1))[at] ?? 0)
  return Math.max(0, Math.min(due, whole, paid - open - (line.amount_cancelled ?? 0), remaining))
}
