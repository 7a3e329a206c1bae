import { Temporal } from 'temporal-polyfill'

type Range = {
  scheduled_lt?: string | undefined
  scheduled_lte?: string | undefined
  scheduled_gt?: string | undefined
  scheduled_gte?: string | undefined
}

/** True when a bound is a day or a time without an offset, so that only a time zone makes it an instant. */
export const needsTimezone = (range: Range): boolean =>
  [range.scheduled_lt, range.scheduled_lte, range.scheduled_gt, range.scheduled_gte].some(
    (bound) => bound !== undefined && !hasOffset(bound),
  )

/** First and last instant (ms, both inclusive) of a range; a day is a whole day in `timezone`. */
export function dayBounds(range: Range, timezone: string): { from: number | null; to: number | null } {
  const { scheduled_lt: lt, scheduled_lte: lte, scheduled_gt: gt, scheduled_gte: gte } = range
  const lows = [
    gte === undefined ? null : startOf(gte, timezone),
    gt === undefined ? null : endOf(gt, timezone) + 1,
  ].filter((at) => at !== null)
  const highs = [
    lte === undefined ? null : endOf(lte, timezone),
    lt === undefined ? null : startOf(lt, timezone) - 1,
  ].filter((at) => at !== null)
  return { from: lows.length === 0 ? null : Math.max(...lows), to: highs.length === 0 ? null : Math.min(...highs) }
}

const hasOffset = (text: string) => text.includes('T') && /(?:Z|[+-]\d{2}:\d{2})$/.test(text)
const isDay = (text: string) => /^\d{4}-\d{2}-\d{2}$/.test(text)

function startOf(bound: string, timezone: string): number {
  return isDay(bound)
    ? Temporal.PlainDate.from(bound).toZonedDateTime(timezone).epochMilliseconds
    : instantOf(bound, timezone)
}

function endOf(bound: string, timezone: string): number {
  return isDay(bound)
    ? Temporal.PlainDate.from(bound).add({ days: 1 }).toZonedDateTime(timezone).epochMilliseconds - 1
    : instantOf(bound, timezone)
}

function instantOf(bound: string, timezone: string): number {
  return hasOffset(bound)
    ? Date.parse(bound)
    : Temporal.PlainDateTime.from(bound).toZonedDateTime(timezone).epochMilliseconds
}
