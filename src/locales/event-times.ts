import type { EventTimes, Shape } from '#contract/event-times'
import { dayMonth, hourSpan, hourWords, type Locale, monthName, weekdayName } from '#contract/date-format'
import { wallClock, type WallClock } from '#contract/wall-clock'
import { textIn } from './choose-language.ts'

const longestMonth = 6

/** The month of a leaf, its days and what stands under them: `July`, `Aug`, `5–9` / `Mon–Fri`, `26` / `to Aug 6`, `5` / `Sat × 8`. */
export function leafWords(
  shape: Shape,
  weekdays: number[],
  locale: Locale,
): { month: string; days: string; under: string } {
  const month = monthName(shape.first.month, locale)
  return {
    month: month.length > longestMonth ? monthName(shape.first.month, locale, 'short') : month,
    ...daysWords(shape, weekdays, locale),
  }
}

function daysWords(shape: Shape, weekdays: number[], locale: Locale): { days: string; under: string } {
  const { first, last, kind, count } = shape
  const text = textIn(locale).explore
  const short = (clock: WallClock) => weekdayName(clock.weekday, locale, 'short')
  if (kind === 'day') return { days: String(first.day), under: short(first) }
  if (kind === 'dates')
    return {
      days: String(first.day),
      under: new Set(weekdays).size === 1 ? text.times(short(first), count) : text.dates(count),
    }
  if (first.month === last.month && first.year === last.year)
    return { days: `${first.day}–${last.day}`, under: `${short(first)}–${short(last)}` }
  return { days: String(first.day), under: text.until(dayMonth(last, locale, 'short')) }
}

/** Hours of a card: `9 am – 4 pm`, or `From 5 pm Friday` when it goes through the night. */
export function shortHours(shape: Shape, locale: Locale): string {
  const { first, until, kind } = shape
  if (kind === 'through')
    return textIn(locale).explore.startsAt(hourWords(first, locale), weekdayName(first.weekday, locale))
  return hourSpan(first, until, locale)
}

/** Weekdays of the dates of a series. */
export const weekdaysOf = (event: EventTimes): number[] =>
  event.series_dates.map(({ starts_at }) => wallClock(starts_at, event.timezone).weekday)
