import type { EventTimes, Shape } from '#contract/event-times'
import { hourSpan, hourWords, type Locale, weekdayName } from '#contract/date-format'
import { wallClock } from '#contract/wall-clock'
import { textIn } from './choose-language.ts'

/** The hours on a card: `9 am – 4 pm`, or `From 5 pm Friday` for an overnight event. */
export function shortHours(shape: Shape, locale: Locale): string {
  const { first, until, kind } = shape
  if (kind === 'through')
    return textIn(locale).explore.startsAt(hourWords(first, locale), weekdayName(first.weekday, locale))
  return hourSpan(first, until, locale)
}

/** The weekdays of a series, with 0 for Sunday. */
export const weekdaysOf = (event: EventTimes): number[] =>
  event.series_dates.map(({ starts_at }) => wallClock(starts_at, event.timezone).weekday)
