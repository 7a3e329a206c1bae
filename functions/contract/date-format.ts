import type { Language } from './field-rules.ts'
import { isSameDay, wallClock, type WallClock, zonePlace } from './wall-clock.ts'

/**
 * Formats days, hours and zones for pages and mails, by the program's locale (the reader's language and the program's
 * country) and never the machine's. Amounts are formatted by `displayMoney`.
 */
export type Locale = `${Language}-${string}`
export const localeOf = (language: Language, country: string): Locale => `${language}-${country}`
export const languageOf = (locale: Language | Locale): Language => locale.slice(0, 2) as Language

type Length = 'short' | 'long'
type Hour = Pick<WallClock, 'hour' | 'minute'>
const names = new Map<string, string[]>()

/** Names of twelve months or seven days, from `Intl`, read once. */
function namesOf(kind: 'month' | 'weekday', length: Length, language: Language): string[] {
  const key = `${kind} ${length} ${language}`
  let list = names.get(key)
  if (!list) {
    const formatter = new Intl.DateTimeFormat(`${language}-CA`, { [kind]: length, timeZone: 'UTC' })
    // 2027-08-01 is a Sunday.
    const days =
      kind === 'month'
        ? Array.from({ length: 12 }, (_, index) => Date.UTC(2027, index, 15))
        : Array.from({ length: 7 }, (_, index) => Date.UTC(2027, 7, 1 + index))
    list = days.map((day) => formatter.format(day))
    names.set(key, list)
  }
  return list
}

export const monthName = (month: number, locale: Language | Locale, length: Length = 'long'): string =>
  namesOf('month', length, languageOf(locale))[month - 1] ?? ''
export const weekdayName = (weekday: number, locale: Language | Locale, length: Length = 'long'): string =>
  namesOf('weekday', length, languageOf(locale))[weekday] ?? ''

/** The words with a capital letter, for the start of a sentence or line. French days and months are lower-case. */
export const capitalise = (words: string): string => words.charAt(0).toUpperCase() + words.slice(1)
/** The words with a lower-case first letter, for use inside a French sentence. */
export const uncapitalise = (words: string): string => words.charAt(0).toLowerCase() + words.slice(1)

const isFrench = (locale: Language | Locale) => languageOf(locale) === 'fr'
// Outside the United States and Canada, English puts the day first.
const monthFirst = new Set(['US', 'CA'])
const isMonthFirst = (locale: Locale) => !isFrench(locale) && monthFirst.has(locale.slice(3))

/** Day, month and year in the reader's order. */
export const dateOrder = (locale: Locale): ('day' | 'month' | 'year')[] =>
  isMonthFirst(locale) ? ['month', 'day', 'year'] : ['day', 'month', 'year']

/** French writes the first of a month as « 1er ». */
const dayNumber = (day: number, locale: Locale): string => (isFrench(locale) && day === 1 ? '1er' : String(day))

/** `July 2027`, `Juillet 2027`: the heading of a month. */
export const monthHeading = (date: { year: number; month: number }, locale: Language | Locale): string =>
  `${capitalise(monthName(date.month, locale))} ${date.year}`

/** `July 12`, `12 July`, `1er juillet`, with a no-break space. */
export function dayMonth(date: Pick<WallClock, 'day' | 'month'>, locale: Locale, length: Length = 'long'): string {
  const month = monthName(date.month, locale, length)
  return isMonthFirst(locale) ? `${month}\u00a0${date.day}` : `${dayNumber(date.day, locale)}\u00a0${month}`
}

/** `July 12, 2027`, `12 July 2027`, `12 juillet 2027`. */
export const dayMonthYear = (date: Pick<WallClock, 'day' | 'month' | 'year'>, locale: Locale): string =>
  withYear(dayMonth(date, locale), date.year, locale)

/** A day written yyyy-mm-dd in the format of `dayMonthYear`. */
export function dayWords(day: string, locale: Locale): string {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number)
  return dayMonthYear({ year, month, day: date }, locale)
}

const withYear = (words: string, year: number, locale: Locale) =>
  isMonthFirst(locale) ? `${words}, ${year}` : `${words} ${year}`

/** `Mon, June 21`, `Mon 21 June`, `lun. 21 juin`. */
export function weekdayDay(date: WallClock, locale: Locale): string {
  const weekday = weekdayName(date.weekday, locale, 'short')
  const day = dayMonth(date, locale, isFrench(locale) ? 'short' : 'long')
  return isMonthFirst(locale) ? `${weekday}, ${day}` : `${weekday} ${day}`
}

/** `Mon, June 21, 2027`, `Mon 21 June 2027`, `lun. 21 juin 2027`. */
export const weekdayDate = (date: WallClock, locale: Locale): string =>
  withYear(weekdayDay(date, locale), date.year, locale)

const to = (locale: Locale) => (isFrench(locale) ? 'au' : 'to')

/** `July 12 to 16, 2027`, `12 to 16 July 2027`, `12 au 16 juillet 2027`: for titles and first lines. */
export function dateSpan(from: WallClock, until: WallClock, locale: Locale): string {
  const last = dayMonthYear(until, locale)
  if (isSameDay(from, until)) return last
  if (from.year !== until.year) return `${dayMonthYear(from, locale)} ${to(locale)} ${last}`
  if (from.month !== until.month) return `${dayMonth(from, locale)} ${to(locale)} ${last}`
  return isMonthFirst(locale)
    ? withYear(`${dayMonth(from, locale)} to ${until.day}`, until.year, locale)
    : `${dayNumber(from.day, locale)} ${to(locale)} ${last}`
}

/** `Mon, July 12 to Fri, July 16, 2027`, `Mon 12 July to Fri 16 July 2027`, `lun. 12 juill. au ven. 16 juill. 2027`. */
export function longDateSpan(from: WallClock, until: WallClock, locale: Locale): string {
  const last = weekdayDate(until, locale)
  if (isSameDay(from, until)) return last
  const first = from.year === until.year ? weekdayDay(from, locale) : weekdayDate(from, locale)
  return `${first} ${to(locale)} ${last}`
}

const isNoon = (hour: Hour) => hour.hour === 12 && hour.minute === 0
const isMidnight = (hour: Hour) => hour.hour === 0 && hour.minute === 0
const isMorning = (hour: Hour) => hour.hour < 12
const twoDigits = (number: number) => String(number).padStart(2, '0')

function frenchHour(hour: Hour): string {
  if (isNoon(hour)) return 'midi'
  if (isMidnight(hour)) return 'minuit'
  return hour.minute === 0 ? `${hour.hour}\u00a0h` : `${hour.hour}\u00a0h\u00a0${twoDigits(hour.minute)}`
}

/** Hours without am or pm, or a word such as noon that needs neither. */
function englishFigures(time: Hour): string {
  if (isNoon(time)) return 'noon'
  if (isMidnight(time)) return 'midnight'
  const hour = time.hour % 12 === 0 ? 12 : time.hour % 12
  return time.minute === 0 ? String(hour) : `${hour}:${twoDigits(time.minute)}`
}

/** `9 am`, `2:47 pm`, `noon`; `9 h`, `14 h 47`, `midi`. */
export function hourWords(hour: Hour, locale: Language | Locale): string {
  if (isFrench(locale)) return frenchHour(hour)
  if (isNoon(hour) || isMidnight(hour)) return englishFigures(hour)
  return `${englishFigures(hour)}\u00a0${isMorning(hour) ? 'am' : 'pm'}`
}

/** `9 am – 4 pm`, `1 – 4 pm`, `9 am – noon`; `9 h à 16 h`, `13 h à 16 h`. */
export function hourSpan(from: Hour, until: Hour, locale: Language | Locale): string {
  if (isFrench(locale)) return `${frenchHour(from)} à ${frenchHour(until)}`
  const sharesHalf =
    isMorning(from) === isMorning(until) && ![from, until].some((hour) => isNoon(hour) || isMidnight(hour))
  return `${sharesHalf ? englishFigures(from) : hourWords(from, locale)} – ${hourWords(until, locale)}`
}

/** `Toronto time`, `heure de Toronto`. */
export function zoneWords(timezone: string, locale: Language | Locale): string {
  const place = zonePlace(timezone)
  if (place === 'UTC') return place
  if (!isFrench(locale)) return `${place} time`
  return /^[aeiouyàâéèêîôû]/i.test(place) ? `heure d’${place}` : `heure de ${place}`
}

type Place = { timezone: string; locale: Locale }

/** `Mon, April 12, 2027`: a day in a time zone, such as that of a payment. */
export const formatDate = (instant: string | number, { timezone, locale }: Place): string =>
  weekdayDate(wallClock(instant, timezone), locale)

/** `Mon, June 28, 9 am`, with the year when it differs from that of `now` or when `now` is missing. */
export function formatMoment(
  instant: string | number,
  { timezone, locale, now }: Place & { now: number | null },
): string {
  const clock = wallClock(instant, timezone)
  const isThisYear = now !== null && clock.year === wallClock(now, timezone).year
  return `${isThisYear ? weekdayDay(clock, locale) : weekdayDate(clock, locale)}, ${hourWords(clock, locale)}`
}

/** `Mon, June 28, 9 am (Toronto time)`: a deadline, always with its time zone. */
export const formatDeadline = (instant: string | number, about: Place & { now: number }): string =>
  `${formatMoment(instant, about)} (${zoneWords(about.timezone, about.locale)})`
