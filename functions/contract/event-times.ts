import { hourMs } from './limits.ts'
import {
  capitalise,
  hourSpan,
  hourWords,
  languageOf,
  type Locale,
  longDateSpan,
  weekdayDay,
  zoneWords,
} from './date-format.ts'
import { daysBetween, instantOf, isSameDay, wallClock, type WallClock } from './wall-clock.ts'

type Instant = string | number
type Period = { starts_at: Instant; ends_at: Instant }
/**
 * The total time of an event, and the single dates of a series. `overnight`: whether several days are one stay from the
 * first start to the last end instead of the same hours each day; null means that the hours decide.
 */
export type EventTimes = Period & {
  timezone: string
  overnight: boolean | null
  is_series: boolean
  series_dates: readonly Period[]
}
/** The shape of an event in the calendar: one day, consecutive days, single dates, or through the night. */
export type Shape = {
  kind: 'day' | 'daily' | 'dates' | 'through'
  first: WallClock
  last: WallClock
  until: WallClock
  count: number
}

const oneNightMs = 12 * hourMs
const minutesOf = (clock: WallClock) => clock.hour * 60 + clock.minute
const msOf = (instant: Instant) => (typeof instant === 'number' ? instant : Date.parse(instant))

function isDayAfterDay(starts: WallClock[]): boolean {
  return starts.every((clock, index) => index === 0 || daysBetween(starts[index - 1] as WallClock, clock) === 1)
}

/** Reads an event's times in its own time zone. `last` is the last day, `until` the time at which a day ends. */
export function shapeOf(event: EventTimes): Shape {
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
  if (isSameDay(first, end) || msOf(event.ends_at) - msOf(event.starts_at) <= oneNightMs)
    return { kind: 'day', first, last: first, until: end, count: 1 }
  const isStay = event.overnight ?? minutesOf(end) <= minutesOf(first)
  const kind = isStay ? 'through' : 'daily'
  return { kind, first, last: end, until: end, count: daysBetween(first, end) + 1 }
}

/**
 * The times of an event day by day, in ms: a camp from Monday 9 am to Friday 4 pm is five days of seven hours. An
 * overnight event is one time; a series is its dates.
 */
export function eventDays(event: EventTimes): { starts_at: number; ends_at: number }[] {
  const whole = { starts_at: msOf(event.starts_at), ends_at: msOf(event.ends_at) }
  if (event.is_series && event.series_dates.length > 0)
    return event.series_dates.flatMap((date) => eventDays({ ...event, ...date, is_series: false, series_dates: [] }))
  const { kind, first, until, count } = shapeOf(event)
  if (kind !== 'daily') return [whole]
  return Array.from({ length: count }, (_, index) => {
    const day = { year: first.year, month: first.month, day: first.day + index }
    return {
      starts_at: instantOf({ ...day, hour: first.hour, minute: first.minute }, event.timezone),
      ends_at: instantOf({ ...day, hour: until.hour, minute: until.minute }, event.timezone),
    }
  })
}

/** Whether several days of an event are one stay including the nights. */
export const isOvernight = (event: EventTimes): boolean => shapeOf(event).kind === 'through'

const wordsOf = {
  en: {
    eachDay: 'each day',
    dates: (count: number) => `${count} dates`,
    through: (first: string, last: string) => `Starts ${first}, ends ${last}`,
  },
  fr: {
    eachDay: 'chaque jour',
    dates: (count: number) => `${count} dates`,
    through: (first: string, last: string) => `Début ${first}, fin ${last}`,
  },
}

/**
 * The time of an event as a line of days and a line of hours with the time zone: `Mon, July 12 to Fri, July 16, 2027`
 * and `9 am – 4 pm (Toronto time)`. Pages show two lines, mails join them with a comma.
 */
export function eventWhen(event: EventTimes, locale: Locale): { days: string; hours: string } {
  const words = wordsOf[languageOf(locale)]
  const { kind, first, last, until, count } = shapeOf(event)
  const zone = zoneWords(event.timezone, locale)
  const days = capitalise(longDateSpan(first, last, locale))
  if (kind === 'through') {
    const [start, end] = [first, until].map((clock) => `${weekdayDay(clock, locale)}, ${hourWords(clock, locale)}`)
    return { days, hours: `${words.through(start ?? '', end ?? '')} (${zone})` }
  }
  const hours = hourSpan(first, until, locale)
  if (kind === 'dates') return { days: `${days} · ${words.dates(count)}`, hours: `${hours} (${zone})` }
  return { days, hours: `${hours}${event.is_series && kind === 'daily' ? ` ${words.eachDay}` : ''} (${zone})` }
}

/** The time of an event in one line: `Mon, July 12 to Fri, July 16, 2027, 9 am – 4 pm (Toronto time)`. */
export function eventWhenLine(event: EventTimes, locale: Locale): string {
  const { days, hours } = eventWhen(event, locale)
  return `${days}, ${hours.charAt(0).toLowerCase()}${hours.slice(1)}`
}
