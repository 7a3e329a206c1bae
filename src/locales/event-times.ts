import type { Event } from '#contract/event'
import { type Language, textIn } from './choose-language.ts'
import { dayMonth, weekdayName } from './day-words.ts'
import { hourSpan, hourWords } from './hour-words.ts'
import { daysBetween, isSameDay, wallClock, type WallClock } from './zoned-time.ts'

type Times = Pick<Event, 'starts_at' | 'ends_at' | 'timezone' | 'is_series' | 'series_dates'>
/** How an event stands in the calendar: one day, day after day, on single dates, or through the night. */
export type Shape = {
  kind: 'day' | 'daily' | 'dates' | 'through'
  first: WallClock
  last: WallClock
  until: WallClock
  count: number
}

const oneNightMs = 12 * 3_600_000
const minutesOf = (clock: WallClock) => clock.hour * 60 + clock.minute

function isDayAfterDay(starts: WallClock[]): boolean {
  return starts.every((clock, index) => index === 0 || daysBetween(starts[index - 1] as WallClock, clock) === 1)
}

/** Reads an event's times in its own zone. `last` is the last day, `until` the clock when a day ends. */
export function shapeOf(event: Times): Shape {
  const first = wallClock(event.starts_at, event.timezone)
  const end = wallClock(event.ends_at, event.timezone)
  const dates = event.series_dates
  if (event.is_series && dates.length > 1) {
    const starts = dates.map(({ starts_at }) => wallClock(starts_at, event.timezone))
    const until = wallClock(dates[0]?.ends_at ?? event.ends_at, event.timezone)
    return {
      kind: isDayAfterDay(starts) ? 'daily' : 'dates',
      first: starts[0] ?? first,
      last: starts.at(-1) ?? end,
      until,
      count: dates.length,
    }
  }
  if (isSameDay(first, end) || Date.parse(event.ends_at) - Date.parse(event.starts_at) <= oneNightMs)
    return { kind: 'day', first, last: first, until: end, count: 1 }
  const kind = minutesOf(end) > minutesOf(first) ? 'daily' : 'through'
  return { kind, first, last: end, until: end, count: daysBetween(first, end) + 1 }
}

/** Days on a leaf and what stands under them: `5–9` / `Mon–Fri`, `26` / `to 6 Aug`, `5` / `Sat × 8`. */
export function leafWords(shape: Shape, weekdays: number[], language: Language): { days: string; under: string } {
  const { first, last, kind, count } = shape
  const text = textIn(language).explore
  const short = (clock: WallClock) => weekdayName(clock.weekday, language, 'short')
  if (kind === 'day') return { days: String(first.day), under: short(first) }
  if (kind === 'dates')
    return {
      days: String(first.day),
      under: new Set(weekdays).size === 1 ? text.times(short(first), count) : text.dates(count),
    }
  if (first.month === last.month && first.year === last.year)
    return { days: `${first.day}–${last.day}`, under: `${short(first)}–${short(last)}` }
  return { days: String(first.day), under: text.until(dayMonth(last, language, 'short')) }
}

/** Hours of a card: `9 am to 4 pm`, or `From 5 pm Friday` when it goes through the night. */
export function shortHours(shape: Shape, language: Language): string {
  const { first, until, kind } = shape
  if (kind === 'through')
    return textIn(language).explore.startsAt(hourWords(first, language), weekdayName(first.weekday, language))
  return hourSpan(first, until, language)
}

/** Weekdays of the dates of a series. */
export const weekdaysOf = (event: Times): number[] =>
  event.series_dates.map(({ starts_at }) => wallClock(starts_at, event.timezone).weekday)
