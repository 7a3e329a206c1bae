import { hourMs, minuteMs } from '../../contract/limits.ts'
import type { Temporal } from 'temporal-polyfill'
import { saleWindow } from '../catalogue/sale-window.ts'
import type { PeriodType, StoredHours } from '../../contract/offering/appointment.ts'
import { type Closure, closedOn } from './closed-days.ts'
import { openSpans, type Span } from './open-spans.ts'

/*
 * Free times: steps within the open spans (open-spans.ts, which also handles daylight saving time), without taken times
 * and their buffer. free-days.ts decides how far ahead times are offered.
 */

/** The booking rules of a type. `book_until` is an ISO 8601 duration before the start; days are in `timezone`. */
export type BookingRules = {
  timezone: string
  opening_hours: readonly StoredHours[]
  closures: readonly Closure[]
  interval_minutes: number
  buffer_minutes: number
  /** Maximum simultaneous appointments. */
  spots_total: number
  book_until: string
  period_type: PeriodType
  max_booking_time: number | null
  period_starts_on: string | null
  period_ends_on: string | null
}
/**
 * A taken time; its place is free again at `free_at`, after its buffer. Null takes every place: a person or a room of
 * the type is in use.
 */
export type TakenTime = { starts_at: number; free_at: number; place: number | null }
export type SlotQuery = { /** The duration in minutes. */ duration: number; taken: readonly TakenTime[]; now: number }
export type FreeTime = { starts_at: number; ends_at: number; spots: number }

// The largest step by which a clock goes back. A later start may have to be booked that much earlier.
const longestShiftMs = 3 * hourMs

/** The free times of a day in order, regardless of the booking window. */
export function* freeTimes(rules: BookingRules, day: Temporal.PlainDate, slotQuery: SlotQuery): Generator<FreeTime> {
  if (closedOn(rules.closures, day.toString()) !== null) return
  const lengthMs = slotQuery.duration * minuteMs
  const bufferMs = rules.buffer_minutes * minuteMs
  for (const span of openSpans(rules.opening_hours, day, rules.timezone)) {
    const near = slotQuery.taken.filter((time) => time.starts_at < span.to + bufferMs && time.free_at > span.from)
    const isSoon = closesAt(rules, span.from) < slotQuery.now + longestShiftMs
    for (const starts_at of startsIn(span, lengthMs, rules.interval_minutes)) {
      if (isSoon && closesAt(rules, starts_at) < slotQuery.now) continue
      const ends_at = starts_at + lengthMs
      const spots =
        rules.spots_total - placesTaken(near, { from: starts_at, to: ends_at + bufferMs }, rules.spots_total)
      if (spots > 0) yield { starts_at, ends_at, spots }
    }
  }
}

function* startsIn(span: Span, lengthMs: number, intervalMinutes: number): Generator<number> {
  for (let at = span.from; at + lengthMs <= span.to; at += intervalMinutes * minuteMs) yield at
}

/** The latest time at which a start can be booked. */
const closesAt = ({ timezone, book_until }: BookingRules, starts_at: number): number =>
  saleWindow({ sale_starts_at: null, sale_ends_at: null }, { starts_at, timezone }, book_until).ends_at

/** The maximum number of places that have an appointment, or the buffer after one, at any time of a span. */
function placesTaken(taken: readonly TakenTime[], { from, to }: Span, all: number): number {
  if (taken.length === 0) return 0
  const places = new Set(taken.filter((time) => time.starts_at < to && time.free_at > from).map(({ place }) => place))
  return places.has(null) ? all : places.size
}
