import type { Temporal } from 'temporal-polyfill'
import { type StoredHours, weekdays } from '../../contract/offering/appointment.ts'
import { isInSeason } from './closed-days.ts'

/** The start and end of an open time, in ms. */
export type Span = { from: number; to: number }

/**
 * The open spans of one day, earliest first: from the first instant at which the local time is the opening hour or
 * later, until the first at which it is the closing hour or later.
 */
export function openSpans(hours: readonly StoredHours[], day: Temporal.PlainDate, timezone: string): Span[] {
  const weekday = weekdays[day.dayOfWeek - 1] ?? 'mon'
  return hours
    .filter((each) => each.days.includes(weekday) && isInSeason(each, day.toString()))
    .map(({ from, to }) => ({ from: firstShown(day, from, timezone), to: firstShown(day, to, timezone) }))
    .filter(({ from, to }) => from < to)
    .sort((one, other) => one.from - other.from)
}

/**
 * The first instant at which the local time is an hour of a day, or a later one if that hour is skipped. `24:00` is the
 * end of the day.
 */
function firstShown(day: Temporal.PlainDate, hour: string, timezone: string): number {
  if (hour === '24:00') return day.add({ days: 1 }).toZonedDateTime(timezone).epochMilliseconds
  const wall = day.toPlainDateTime(hour)
  const shown = wall.toZonedDateTime(timezone, { disambiguation: 'earlier' })
  if (shown.toPlainDateTime().equals(wall)) return shown.epochMilliseconds
  return (shown.getTimeZoneTransition('next') ?? shown).epochMilliseconds
}
