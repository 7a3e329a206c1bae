import { dayMonth, languageOf, type Locale, monthName, weekdayName } from './date-format.ts'
import type { Shape } from './event-times.ts'
import type { WallClock } from './wall-clock.ts'

const longestMonth = 6
const wordsOf = {
  en: {
    times: (weekday: string, count: number) => `${weekday} × ${count}`,
    dates: (count: number) => `${count} dates`,
    until: (day: string) => `to ${day}`,
  },
  fr: {
    times: (weekday: string, count: number) => `${weekday} × ${count}`,
    dates: (count: number) => `${count} dates`,
    until: (day: string) => `au ${day}`,
  },
}

/** A leaf of a wall calendar: its month, its days, and the line below them. */
export type Leaf = { month: string; days: string; under: string }

/**
 * The text of an event's calendar leaf (the tile with its date), on pages and in mails: `July`, `Aug`, `5–9` / `Mon–Fri`, `26` / `to Aug 6`, `5` / `Sat ×
 * 8`.
 */
export function leafWords(shape: Shape, weekdays: number[], locale: Locale): Leaf {
  const month = monthName(shape.first.month, locale)
  return {
    month: month.length > longestMonth ? monthName(shape.first.month, locale, 'short') : month,
    ...daysWords(shape, weekdays, locale),
  }
}

function daysWords(shape: Shape, weekdays: number[], locale: Locale): Omit<Leaf, 'month'> {
  const { first, last, kind, count } = shape
  const words = wordsOf[languageOf(locale)]
  const short = (clock: WallClock) => weekdayName(clock.weekday, locale, 'short')
  if (kind === 'day') return { days: String(first.day), under: short(first) }
  if (kind === 'dates')
    return {
      days: String(first.day),
      under: new Set(weekdays).size === 1 ? words.times(short(first), count) : words.dates(count),
    }
  if (first.month === last.month && first.year === last.year)
    return { days: `${first.day}–${last.day}`, under: `${short(first)}–${short(last)}` }
  return { days: String(first.day), under: words.until(dayMonth(last, locale, 'short')) }
}
