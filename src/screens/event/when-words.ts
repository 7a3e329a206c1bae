import type { Event } from '#contract/event'
import { type Language, textIn } from '../../locales/choose-language.ts'
import { dateSpan, longDateSpan, monthName, weekdayDay, weekdayName } from '../../locales/day-words.ts'
import { shapeOf } from '../../locales/event-times.ts'
import { hourSpan, hourWords } from '../../locales/hour-words.ts'
import { wallClock, zonePlace } from '../../locales/zoned-time.ts'

type Times = Pick<Event, 'starts_at' | 'ends_at' | 'timezone' | 'is_series' | 'series_dates'>

/** When an event is, in a first line of days and a second of hours, with its zone named. */
export function whenWords(event: Times, language: Language): { days: string; hours: string } {
  const text = textIn(language).event
  const { kind, first, last, until, count } = shapeOf(event)
  const zone = text.zone(zonePlace(event.timezone))
  const days = longDateSpan(first, last, language)
  if (kind === 'through')
    return {
      days,
      hours: `${text.starts(weekdayDay(first, language), hourWords(first, language))}. ${text.ends(weekdayDay(last, language), hourWords(until, language))}, ${zone}`,
    }
  const hours = hourSpan(first, until, language)
  if (kind === 'dates') return { days: `${days} · ${text.dates(count)}`, hours: `${hours}, ${zone}` }
  return { days, hours: `${hours}${event.is_series && kind === 'daily' ? ` ${text.eachDay}` : ''}, ${zone}` }
}

/** `5 to 9 July 2027`: for titles. */
export function spanWords(event: Times, language: Language): string {
  const { first, last } = shapeOf(event)
  return dateSpan(first, last, language)
}

/** A leaf for each date of a series; the hours stand on it only where they differ from the first. */
export function dateLeaves(
  event: Times,
  language: Language,
): { month: string; day: number; weekday: string; hours: string | null }[] {
  const hoursOf = (date: { starts_at: string; ends_at: string }) =>
    hourSpan(wallClock(date.starts_at, event.timezone), wallClock(date.ends_at, event.timezone), language)
  const usual = event.series_dates[0] ? hoursOf(event.series_dates[0]) : null
  return event.series_dates.map((date) => {
    const clock = wallClock(date.starts_at, event.timezone)
    const hours = hoursOf(date)
    return {
      month: monthName(clock.month, language, 'short'),
      day: clock.day,
      weekday: weekdayName(clock.weekday, language, 'short'),
      hours: hours === usual ? null : hours,
    }
  })
}
