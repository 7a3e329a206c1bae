import { type Language, localeOf } from './choose-language.ts'
import { isSameDay, type WallClock } from './zoned-time.ts'

type Length = 'short' | 'long'
const names = new Map<string, string[]>()

/** Twelve months or seven days, from `Intl`, read once. */
function namesOf(kind: 'month' | 'weekday', length: Length, language: Language): string[] {
  const key = `${kind} ${length} ${language}`
  let format = names.get(key)
  if (!format) {
    const formatter = new Intl.DateTimeFormat(localeOf(language), { [kind]: length, timeZone: 'UTC' })
    // 2027-08-01 is a Sunday.
    const days =
      kind === 'month'
        ? Array.from({ length: 12 }, (_, date) => Date.UTC(2027, date, 15))
        : Array.from({ length: 7 }, (_, date) => Date.UTC(2027, 7, 1 + date))
    format = days.map((day) => formatter.format(day))
    names.set(key, format)
  }
  return format
}

export const monthName = (month: number, language: Language, length: Length = 'long'): string =>
  namesOf('month', length, language)[month - 1] ?? ''
export const weekdayName = (weekday: number, language: Language, length: Length = 'long'): string =>
  namesOf('weekday', length, language)[weekday] ?? ''

const capital = (words: string): string => words.charAt(0).toUpperCase() + words.slice(1)
/** French counts the first of a month as « 1er »; the spaces hold day and month together. */
const dayNumber = (day: number, language: Language): string => (language === 'fr' && day === 1 ? '1er' : String(day))

/** `July 2027`, `Juillet 2027`: heading over a month. */
export const monthHeading = (date: { year: number; month: number }, language: Language): string =>
  `${capital(monthName(date.month, language))} ${date.year}`

/** `1 May`, `1er mai`. */
export const dayMonth = (date: WallClock, language: Language, length: Length = 'long'): string =>
  `${dayNumber(date.day, language)}\u00a0${monthName(date.month, language, length)}`

/** `5 July 2027`, of a day written yyyy-mm-dd. */
export function dayWords(day: string, language: Language): string {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number)
  return `${dayNumber(date, language)}\u00a0${monthName(month, language)} ${year}`
}

/** `Monday 21 June`, `lundi 21 juin`. */
export const weekdayDay = (date: WallClock, language: Language): string =>
  `${weekdayName(date.weekday, language)} ${dayMonth(date, language)}`

/** `5 to 9 July 2027`, `5 au 9 juillet 2027`: for titles and first lines. */
export function dateSpan(from: WallClock, to: WallClock, language: Language): string {
  const last = `${dayMonth(to, language)} ${to.year}`
  if (isSameDay(from, to)) return last
  const word = language === 'fr' ? 'au' : 'to'
  if (from.year !== to.year) return `${dayMonth(from, language)} ${from.year} ${word} ${last}`
  return from.month === to.month
    ? `${dayNumber(from.day, language)} ${word} ${last}`
    : `${dayMonth(from, language)} ${word} ${last}`
}

/** `Monday 5 to Friday 9 July 2027`, `Du lundi 5 au vendredi 9 juillet 2027`: as a sentence begins. */
export function longDateSpan(from: WallClock, to: WallClock, language: Language): string {
  const isFrench = language === 'fr'
  const last = `${weekdayDay(to, language)} ${to.year}`
  if (isSameDay(from, to)) return isFrench ? `Le ${last}` : capital(last)
  const first =
    from.month === to.month && from.year === to.year
      ? `${weekdayName(from.weekday, language)} ${dayNumber(from.day, language)}`
      : weekdayDay(from, language)
  const year = from.year === to.year ? '' : ` ${from.year}`
  return isFrench ? `Du ${first}${year} au ${last}` : capital(`${first}${year} to ${last}`)
}
