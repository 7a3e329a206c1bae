import { minuteMs } from '#contract/limits'
import { wallClock, type WallClock, weekdayOf } from '#contract/wall-clock'

const duration = /^P(?:(\d+)W)?(?:(\d+)D)?(?:T(?:(\d+)H)?(?:(\d+)M)?)?$/

/**
 * The end of a refund tier in local time. `until` (ISO 8601) is the calendar time before the start. Null for an
 * invalid duration.
 */
export function refundDeadline(
  startsAt: string,
  until: string,
  timezone: string,
): { clock: WallClock; wall: number } | null {
  const match = duration.exec(until)
  if (!match || until.endsWith('T') || until === 'P') return null
  const [weeks = 0, days = 0, hours = 0, minutes = 0] = match.slice(1).map((part) => Number(part ?? 0))

  // Hours are exact and days are calendar days, because the clocks may change between deadline and start.
  const start = wallClock(new Date(Date.parse(startsAt) - (hours * 60 + minutes) * minuteMs).toISOString(), timezone)
  const wall = Date.UTC(start.year, start.month - 1, start.day - weeks * 7 - days, start.hour, start.minute)
  const date = new Date(wall)
  const clock = {
    year: date.getUTCFullYear(),
    month: date.getUTCMonth() + 1,
    day: date.getUTCDate(),
    hour: date.getUTCHours(),
    minute: date.getUTCMinutes(),
  }
  return { clock: { ...clock, weekday: weekdayOf(clock) }, wall }
}
