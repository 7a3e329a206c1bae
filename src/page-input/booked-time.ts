import type { Registration } from '#contract/booking/registration'
import { maxSeriesWeeks } from '#contract/limits'
import { instantOf, wallClock } from '#contract/wall-clock'
import { readId } from './input-values.ts'

/** Which length of an appointment type a page books, when it starts (ms), and for how many weeks; null, or one week, for what the address does not say well. */
export type BookedTime = { option: string | null; start: number | null; weeks: number }

/** Reads the time that was chosen on the schedule. */
export function readBookedTime(query: { get: (name: 'option' | 'start' | 'weeks') => string | null }): BookedTime {
  const start = query.get('start') ?? ''
  const at = /^20\d{2}-\d{2}-\d{2}T[\d:.]{4,12}(?:Z|[+-]\d{2}:\d{2})$/.test(start) ? Date.parse(start) : Number.NaN
  const weeks = Number(query.get('weeks') ?? 1)
  return {
    option: readId(query.get('option')),
    start: Number.isNaN(at) ? null : at,
    weeks: Number.isInteger(weeks) && weeks > 1 && weeks <= maxSeriesWeeks ? weeks : 1,
  }
}

/** When the same hour of each week starts (ms) that can be booked at once, on the clock of a zone. */
export function weeklyStarts(start: number, timezone: string): number[] {
  const first = wallClock(start, timezone)
  return Array.from({ length: maxSeriesWeeks }, (_, week) =>
    week === 0 ? start : instantOf({ ...first, day: first.day + 7 * week }, timezone),
  )
}

/** The places that count here: of an appointment those at its time. */
export const placesAt = (places: Registration[], starts_at: string | null): Registration[] =>
  places.filter(({ event }) => starts_at === null || event.starts_at === starts_at)

/** What is held of the same for later: an event has nothing of the kind. */
export const heldAtOtherTimes = (places: Registration[], starts_at: string | null): Registration[] =>
  starts_at === null ? [] : places.filter(({ event, status }) => status === 'pending' && event.starts_at !== starts_at)
