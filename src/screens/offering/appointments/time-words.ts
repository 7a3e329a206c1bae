import type { AvailableTime } from '#contract/offering/appointment'
import { type Language, textIn } from '../../../locales/choose-language.ts'
import { hourWords, weekdayName } from '#contract/date-format'
import { wallClock } from '#contract/wall-clock'

/** A free time in words. The time zone's name is shown only when an hour occurs twice. */
export type TimeWords = { starts_at: string; local_start: string; starts: string; until: string; places: string | null }

/** The free times of a day in the program's time zone. Places are named when there can be more than one. */
export function timeWords(times: AvailableTime[], timezone: string, language: Language): TimeWords[] {
  const { appointments: text } = textIn(language)
  const maxSpots = Math.max(1, ...times.map(({ available_spots: spots }) => spots))
  const starts = times.map(({ local_start }) => local_start.slice(0, 16))
  const isDoubled = new Set(starts).size < starts.length
  return times.map(({ starts_at, ends_at, local_start, available_spots: spots }) => ({
    starts_at,
    local_start,
    starts: `${hourWords(wallClock(starts_at, timezone), language)}${isDoubled ? ` ${clockName(starts_at, timezone, language)}` : ''}`,
    until: text.until(hourWords(wallClock(ends_at, timezone), language)),
    places: maxSpots > 1 ? text.places(spots) : null,
  }))
}

/**
 * The words of each hour, on the hour and `{minute}` past it, and each weekday from Sunday on, for the script that writes the
 * reader's own time.
 */
export function clockWords(language: Language): { hours: string; minutes: string; days: string } {
  const format = (minute: number) =>
    Array.from({ length: 24 }, (_, hour) => hourWords({ hour, minute }, language)).join('|')
  const days = Array.from({ length: 7 }, (_, weekday) => weekdayName(weekday, language, 'short')).join('|')
  return { hours: format(0), minutes: format(59).replaceAll('59', '{minute}'), days }
}

/** The name of a time zone at an instant: `EDT`, `HAE`. */
const clockName = (instant: string, timeZone: string, language: Language): string =>
  new Intl.DateTimeFormat(`${language}-CA`, { timeZone, timeZoneName: 'short' })
    .formatToParts(new Date(instant))
    .find(({ type }) => type === 'timeZoneName')?.value ?? ''
