import { minuteMs } from '../../../contract/limits.ts'
import { Temporal } from 'temporal-polyfill'

const weekdays = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun']
const relative = /^([+-]\d{1,4})d(?: (mon|tue|wed|thu|fri|sat|sun))?(?: (\d{2}:\d{2}))?$/

const hasOffset = (text: string) => text.includes('T') && /(?:Z|[+-]\d{2}:\d{2})$/.test(text)

/** True for a time counted from the day of the first apply. */
export const isRelative = (text: string): boolean => relative.test(text)

/** The day it is in a zone, `yyyy-mm-dd`. */
export function dayIn(now: number, timezone: string): string {
  return Temporal.Instant.fromEpochMilliseconds(now).toZonedDateTimeISO(timezone).toPlainDate().toString()
}

/**
 * A time of a program file as the clock on the wall shows it, `2027-07-05T09:00`. `+30d mon 09:00` is nine o'clock on the first
 * Monday from thirty days after the first apply on; an instant with its offset is told by the clock of the zone. An hour that a
 * clock leaves out in spring is the one it shows instead.
 */
export function wallTime(text: string, at: { firstDay: string; timezone: string }): string {
  const [, days, weekday, hour = '00:00'] = relative.exec(text) ?? []
  if (days !== undefined)
    return shown(
      `${firstWeekday(Temporal.PlainDate.from(at.firstDay).add({ days: Number(days) }), weekday).toString()}T${hour}`,
      at.timezone,
    )
  if (hasOffset(text)) return wallOf(Temporal.Instant.from(text).epochMilliseconds, at.timezone)
  return shown(Temporal.PlainDateTime.from(text).toString({ smallestUnit: 'minute' }), at.timezone)
}

/** True for an instant in the hour that a clock shows twice in autumn, when it is shown the second time: read from the wall it is the first. */
export function isShownAgain(text: string, timezone: string): boolean {
  if (!hasOffset(text)) return false
  const at = Temporal.Instant.from(text).epochMilliseconds
  return at - instantOf(wallOf(at, timezone), timezone) >= minuteMs
}

const shown = (wall: string, timezone: string): string => wallOf(instantOf(wall, timezone), timezone)

function firstWeekday(day: Temporal.PlainDate, weekday: string | undefined): Temporal.PlainDate {
  return weekday === undefined ? day : day.add({ days: (weekdays.indexOf(weekday) + 8 - day.dayOfWeek) % 7 })
}

/** The instant (ms) a wall clock shows this. */
export const instantOf = (wall: string, timezone: string): number =>
  Temporal.PlainDateTime.from(wall).toZonedDateTime(timezone).epochMilliseconds
/** What the wall clock shows at an instant. */
export const wallOf = (at: number, timezone: string): string =>
  Temporal.Instant.fromEpochMilliseconds(at)
    .toZonedDateTimeISO(timezone)
    .toPlainDateTime()
    .toString({ smallestUnit: 'minute' })
