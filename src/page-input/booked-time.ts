import type { Registration } from '#contract/booking/registration'
import { maxSeriesWeeks } from '#contract/limits'
import { instantOf, wallClock } from '#contract/wall-clock'
import { readId } from './input-values.ts'

/** The length, the start (ms) and the number of weeks to book. Invalid values become null, or one week. */
export type BookedTime = { option: string | null; start: number | null; weeks: number }

export function readBookedTime(query: { get: (name: 'option' | 'start' | 'weeks') => string | null }): BookedTime {
  const start = query.get('start') ?? ''
  const at = /^20\d{2}-\d{2}-\d{2}T[\d:.]{4,12}(?:Z|[+-]\d{2}:\d{2})$/.test(start) ? Date.parse(start) : Number.NaN
  return {
    option: readId(query.get('option')),
    start: Number.isNaN(at) ? null : at,
    weeks: readWeeks(query.get('weeks')),
  }
}

/** The number of weeks in the address or in a posted form. */
export function readWeeks(text: string | null): number {
  const weeks = Number(text ?? 1)
  return Number.isInteger(weeks) && weeks > 1 && weeks <= maxSeriesWeeks ? weeks : 1
}

/** The starts (ms) of the same hour in each week that can be booked at once, in local time of the time zone. */
export function weeklyStarts(start: number, timezone: string): number[] {
  const first = wallClock(start, timezone)
  return Array.from({ length: maxSeriesWeeks }, (_, week) =>
    week === 0 ? start : instantOf({ ...first, day: first.day + 7 * week }, timezone),
  )
}

/** The places at a time. Without `starts_at`, which an event does not have here, all places. */
export const placesAt = (places: Registration[], starts_at: string | null): Registration[] =>
  places.filter(({ event }) => starts_at === null || event.starts_at === starts_at)

/** The customer's places in the same appointment type at other times; empty for an event. */
export const heldAtOtherTimes = (places: Registration[], starts_at: string | null): Registration[] =>
  starts_at === null ? [] : places.filter(({ event, status }) => status === 'pending' && event.starts_at !== starts_at)
