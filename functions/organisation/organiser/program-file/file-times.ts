import { minuteMs } from '../../../contract/limits.ts'
import { Temporal } from 'temporal-polyfill'

const weekdays = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun']
const relative = /^([+-]\d{1,4})d(?: (mon|tue|wed|thu|fri|sat|sun))?(?: (\d{2}:\d{2}))?$/

const hasOffset = (text: string) => text.includes('T') && /(?:Z|[+-]\d{2}:\d{2})$/.test(text)

/** True for a time relative to the day of the first apply. */
export const isRelative = (text: string): boolean => relative.test(text)

/** Today in a time zone, `yyyy-mm-dd`. */
export function dayIn(now: number, timezone: string): string {
  return Temporal.Instant.fromEpochMilliseconds(now).toZonedDateTimeISO(timezone).toPlainDate().toString()
}

/**
 * A time of a program file as local time, `2027-07-05T09:00`. `+30d mon 09:00` is nine o'clock on the first Monday from
 * thirty days after the first apply; an instant with an offset is converted to the time zone. A local time that a clock
 * change skips becomes the one that the clock shows instead.
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

/** True for an instant in the second of two equal hours at a clock change: its local time means the first. */
export function isShownAgain(text: string, timezone: string): boolean {
  if (!hasOffset(text)) return false
  const at = Temporal.Instant.from(text).epochMilliseconds
  return at - instantOf(wallOf(at, timezone), timezone) >= minuteMs
}

const shown = (wall: string, timezone: string): string => wallOf(instantOf(wall, timezone), timezone)

function firstWeekday(day: Temporal.PlainDate, weekday: string | undefined): Temporal.PlainDate {
  return weekday === undefined ? day : day.add({ days: (weekdays.indexOf(weekday) + 8 - day.dayOfWeek) % 7 })
}

/** The instant (ms) of a wall time. */
export const instantOf = (wall: string, timezone: string): number =>
  Temporal.PlainDateTime.from(wall).toZonedDateTime(timezone).epochMilliseconds
/** The wall time of an instant. */
export const wallOf = (at: number, timezone: string): string =>
  Temporal.Instant.fromEpochMilliseconds(at)
    .toZonedDateTimeISO(timezone)
    .toPlainDateTime()
    .toString({ smallestUnit: 'minute' })
