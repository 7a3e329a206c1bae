import { dayMs, minuteMs } from './limits.ts'

/** The local date and time at an instant. `weekday` 0 is Sunday. */
export type WallClock = Readonly<{
  year: number
  month: number
  day: number
  weekday: number
  hour: number
  minute: number
}>

const twoDigits = (number: number) => String(number).padStart(2, '0')

const readers = new Map<string, Intl.DateTimeFormat>()

function readerOf(timezone: string): Intl.DateTimeFormat {
  let reader = readers.get(timezone)
  if (!reader) {
    reader = new Intl.DateTimeFormat('en-CA', {
      timeZone: timezone,
      hourCycle: 'h23',
      year: 'numeric',
      month: 'numeric',
      day: 'numeric',
      hour: 'numeric',
      minute: 'numeric',
    })
    readers.set(timezone, reader)
  }
  return reader
}

const cache = new Map<string, WallClock>()
const maxCached = 2000

/**
 * Converts an instant (ISO 8601, or milliseconds since 1970) to the local time of a time zone. Cached, because a list
 * shows the same events repeatedly.
 */
export function wallClock(instant: string | number, timezone: string): WallClock {
  const key = `${instant} ${timezone}`
  const cached = cache.get(key)
  if (cached) return cached
  if (cache.size >= maxCached) cache.clear()
  const read = readClock(instant, timezone)
  cache.set(key, read)
  return read
}

function readClock(instant: string | number, timezone: string): WallClock {
  const read: Record<string, number> = {}
  for (const part of readerOf(timezone).formatToParts(new Date(instant))) read[part.type] = Number(part.value)
  const { year = 0, month = 0, day = 0, hour = 0, minute = 0 } = read
  return { year, month, day, weekday: weekdayOf({ year, month, day }), hour, minute }
}

/** The instant (ms) at which a time zone has this local time. Days beyond the end of a month continue into the next. */
export function instantOf(date: Omit<WallClock, 'weekday'>, timezone: string): number {
  const wall = Date.UTC(date.year, date.month - 1, date.day, date.hour, date.minute)
  const offsetAt = (instant: number) => {
    const { year, month, day, hour, minute } = wallClock(instant, timezone)
    return Date.UTC(year, month - 1, day, hour, minute) - instant
  }
  // The first estimate may have the offset from the other side of a daylight saving change.
  return wall - offsetAt(wall - offsetAt(wall))
}

/** Weekday of a calendar day; 0 is Sunday. */
export const weekdayOf = (date: { year: number; month: number; day: number }): number =>
  new Date(Date.UTC(date.year, date.month - 1, date.day)).getUTCDay()

/** Whole days from one calendar day to another. */
export const daysBetween = (from: WallClock, to: WallClock): number =>
  Math.round((Date.UTC(to.year, to.month - 1, to.day) - Date.UTC(from.year, from.month - 1, from.day)) / dayMs)

/** A calendar day in data: `2027-07-05`. */
export const dayText = ({ year, month, day }: Pick<WallClock, 'year' | 'month' | 'day'>): string =>
  `${String(year).padStart(4, '0')}-${twoDigits(month)}-${twoDigits(day)}`

/** The day of an instant in a time zone: `2027-07-05`. */
export const dayInZone = (instant: string | number, timezone: string): string => dayText(wallClock(instant, timezone))

export const isSameDay = (a: WallClock, b: WallClock): boolean =>
  a.day === b.day && a.month === b.month && a.year === b.year

/** The place of a time zone: `America/Toronto` is Toronto. */
export const zonePlace = (timezone: string): string =>
  timezone.slice(timezone.lastIndexOf('/') + 1).replaceAll('_', ' ')

/** An instant in local time with its offset: `2027-07-05T09:00:00-04:00`. */
export function withOffset(instant: string, timezone: string): string {
  const { year, month, day, hour, minute } = wallClock(instant, timezone)
  const utc = new Date(instant)
  const shown = Date.UTC(year, month - 1, day, hour, minute, utc.getUTCSeconds())
  const minutes = Math.round((shown - utc.getTime()) / minuteMs)
  const size = Math.abs(minutes)
  return `${new Date(shown).toISOString().slice(0, 19)}${minutes < 0 ? '-' : '+'}${twoDigits(Math.floor(size / 60))}:${twoDigits(size % 60)}`
}
