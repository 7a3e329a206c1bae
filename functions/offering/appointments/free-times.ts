import { hourMs, minuteMs } from '../../contract/limits.ts'
import type { Temporal } from 'temporal-polyfill'
import { saleWindow } from '../catalogue/sale-window.ts'
import type { OpeningHours, PeriodType } from '../../contract/offering/appointment.ts'
import { openSpans, type Span } from './open-spans.ts'

/*
 * Which times are free: steps within the open spans (open-spans.ts, which also knows the days on which the clock changes), less
 * what is taken with its buffer. How far ahead anything is offered is in free-days.ts.
 */

/** What a type says of its times. `book_until` = ISO 8601 time before the start; days are those of `timezone`. */
export type BookingRules = {
  timezone: string
  opening_hours: readonly OpeningHours[]
  interval_minutes: number
  buffer_minutes: number
  /** How many appointments there may be at one time. */
  spots_total: number
  book_until: string
  period_type: PeriodType
  max_booking_time: number | null
  period_starts_on: string | null
  period_ends_on: string | null
}
/** A time that somebody has: its place is free again at `free_at`, the buffer after it included. */
export type TakenTime = { starts_at: number; free_at: number; place: number }
export type Wish = { /** in minutes */ duration: number; taken: readonly TakenTime[]; now: number }
export type FreeTime = { starts_at: number; ends_at: number; spots: number }

// A clock goes back by this at most: so much earlier may a later start have to be booked.
const longestShiftMs = 3 * hourMs

/** The times of a day that are free, in order, whatever the booking window says of the day. */
export function* freeTimes(rules: BookingRules, day: Temporal.PlainDate, wish: Wish): Generator<FreeTime> {
  const lengthMs = wish.duration * minuteMs
  const bufferMs = rules.buffer_minutes * minuteMs
  for (const span of openSpans(rules.opening_hours, day, rules.timezone)) {
    const near = wish.taken.filter((time) => time.starts_at < span.to + bufferMs && time.free_at > span.from)
    const isSoon = closesAt(rules, span.from) < wish.now + longestShiftMs
    for (const starts_at of startsIn(span, lengthMs, rules.interval_minutes)) {
      if (isSoon && closesAt(rules, starts_at) < wish.now) continue
      const ends_at = starts_at + lengthMs
      const spots = rules.spots_total - placesTaken(near, { from: starts_at, to: ends_at + bufferMs })
      if (spots > 0) yield { starts_at, ends_at, spots }
    }
  }
}

function* startsIn(span: Span, lengthMs: number, intervalMinutes: number): Generator<number> {
  for (let at = span.from; at + lengthMs <= span.to; at += intervalMinutes * minuteMs) yield at
}

/** Until when a start may be booked; exactly then still counts. */
const closesAt = ({ timezone, book_until }: BookingRules, starts_at: number): number =>
  saleWindow({ sale_starts_at: null, sale_ends_at: null }, { starts_at, timezone }, book_until).ends_at

/** How many places have an appointment, or the buffer after one, at some moment of a span. */
function placesTaken(taken: readonly TakenTime[], { from, to }: Span): number {
  if (taken.length === 0) return 0
  return new Set(taken.filter((time) => time.starts_at < to && time.free_at > from).map(({ place }) => place)).size
}
