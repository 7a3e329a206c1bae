import type { Temporal } from 'temporal-polyfill'
import { type OpeningHours, weekdays } from '../../contract/offering/appointment.ts'

/** From when until when something is open, in ms. */
export type Span = { from: number; to: number }

/** The spans of one day on which the hours are open, earliest first: from when the clock of the zone first shows the opening hour until it first shows the closing hour or a later one. */
export function openSpans(hours: readonly OpeningHours[], day: Temporal.PlainDate, timezone: string): Span[] {
  const weekday = weekdays[day.dayOfWeek - 1] ?? 'mon'
  return hours
    .filter(({ days }) => days.includes(weekday))
    .map(({ from, to }) => ({ from: firstShown(day, from, timezone), to: firstShown(day, to, timezone) }))
    .filter(({ from, to }) => from < to)
    .sort((one, other) => one.from - other.from)
}

/** The instant at which a clock first shows an hour of a day, or the next it shows where the hour is skipped. `24:00` is the end of the day. */
function firstShown(day: Temporal.PlainDate, hour: string, timezone: string): number {
  if (hour === '24:00') return day.add({ days: 1 }).toZonedDateTime(timezone).epochMilliseconds
  const wall = day.toPlainDateTime(hour)
  const shown = wall.toZonedDateTime(timezone, { disambiguation: 'earlier' })
  if (shown.toPlainDateTime().equals(wall)) return shown.epochMilliseconds
  return (shown.getTimeZoneTransition('next') ?? shown).epochMilliseconds
}
