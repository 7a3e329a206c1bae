import { Temporal } from 'temporal-polyfill'
import { furthestBookingDays } from '../../contract/limits.ts'
import { type BookingRules, type FreeTime, freeTimes, type SlotQuery } from './free-times.ts'

type Days = { from: Temporal.PlainDate; to: Temporal.PlainDate }
const compare = Temporal.PlainDate.compare

/** Today in the time zone of the appointments. */
export const dayNow = (now: number, timezone: string): Temporal.PlainDate =>
  Temporal.Instant.fromEpochMilliseconds(now).toZonedDateTimeISO(timezone).toPlainDate()

/**
 * First and last bookable day. For a `rolling_window`, which counts only days with free times, these are the earliest
 * and latest possible days.
 */
export function bookingWindow(rules: BookingRules, now: number): Days {
  const today = dayNow(now, rules.timezone)
  const furthest = today.add({ days: furthestBookingDays })
  if (rules.period_type === 'rolling') return { from: today, to: today.add({ days: rules.max_booking_time ?? 0 }) }
  if (rules.period_type !== 'range') return { from: today, to: furthest }
  return {
    from: later(today, Temporal.PlainDate.from(rules.period_starts_on ?? today)),
    to: earlier(furthest, Temporal.PlainDate.from(rules.period_ends_on ?? furthest)),
  }
}

/** The days of a span with a free time for the requested appointment, in order. */
export function* freeDays(rules: BookingRules, slotQuery: SlotQuery, input: Days): Generator<Temporal.PlainDate> {
  const window = bookingWindow(rules, slotQuery.now)
  const isCounted = rules.period_type === 'rolling_window'
  const last = earlier(window.to, input.to)
  let left = isCounted ? (rules.max_booking_time ?? 0) : Number.POSITIVE_INFINITY
  for (
    let day = isCounted ? window.from : later(window.from, input.from);
    left > 0 && compare(day, last) <= 0;
    day = day.add({ days: 1 })
  ) {
    if (freeTimes(rules, day, slotQuery).next().done) continue
    left -= 1
    if (compare(day, input.from) >= 0) yield day
  }
}

/** The free times of one day for the requested appointment. */
export function freeTimesOf(rules: BookingRules, slotQuery: SlotQuery, day: Temporal.PlainDate): FreeTime[] {
  const isFree = !freeDays(rules, slotQuery, { from: day, to: day }).next().done
  return isFree ? [...freeTimes(rules, day, slotQuery)] : []
}

/** The first day with a free time for the requested appointment; null when there is none. */
export function firstFreeDay(rules: BookingRules, slotQuery: SlotQuery): Temporal.PlainDate | null {
  return freeDays(rules, slotQuery, bookingWindow(rules, slotQuery.now)).next().value ?? null
}

const later = (one: Temporal.PlainDate, other: Temporal.PlainDate) => (compare(one, other) > 0 ? one : other)
const earlier = (one: Temporal.PlainDate, other: Temporal.PlainDate) => (compare(one, other) < 0 ? one : other)
