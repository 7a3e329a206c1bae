import type { Event } from '#contract/offering/event'
import { dateSpan, hourSpan, type Locale, monthName, weekdayName } from '#contract/date-format'
import { type EventTimes, shapeOf } from '#contract/event-times'
import { wallClock } from '#contract/wall-clock'

/** The days of an event for titles: `July 5 to 9, 2027`. */
export function spanWords(event: EventTimes, locale: Locale): string {
  const { first, last } = shapeOf(event)
  return dateSpan(first, last, locale)
}

/** The leaves for the dates of a series. A leaf has hours only when they differ from those of the first date. */
export function dateLeaves(
  event: Pick<Event, 'timezone' | 'series_dates'>,
  locale: Locale,
): { month: string; day: number; weekday: string; hours: string | null }[] {
  const hoursOf = (date: { starts_at: string; ends_at: string }) =>
    hourSpan(wallClock(date.starts_at, event.timezone), wallClock(date.ends_at, event.timezone), locale)
  const usual = event.series_dates[0] ? hoursOf(event.series_dates[0]) : null
  return event.series_dates.map((date) => {
    const clock = wallClock(date.starts_at, event.timezone)
    const hours = hoursOf(date)
    return {
      month: monthName(clock.month, locale, 'short'),
      day: clock.day,
      weekday: weekdayName(clock.weekday, locale, 'short'),
      hours: hours === usual ? null : hours,
    }
  })
}
