import { isRealDay } from '../../../contract/instant.ts'
import type { DateOrder } from '../../../contract/organisation/event-import.ts'
import { plainWord } from '../../../contract/organisation/written-words.ts'

/** A day as `2027-06-21`; `ambiguous` if the order of day and month is unknown; null if it is not a day. */
export type WrittenDay = { day: string } | 'ambiguous' | null
export type WrittenMoment = { day: string; hour: string | null } | 'ambiguous' | null

const months = [
  ['jan'],
  ['feb', 'fev'],
  ['mar'],
  ['apr', 'avr'],
  ['may', 'mai'],
  ['jun', 'juin'],
  ['jul', 'juil'],
  ['aug', 'aou'],
  ['sep'],
  ['oct'],
  ['nov'],
  ['dec'],
]
const weekdays = new Set(
  'mon tue wed thu fri sat sun lun mar mer jeu ven sam dim monday tuesday wednesday thursday friday saturday sunday lundi mardi mercredi jeudi vendredi samedi dimanche'.split(
    ' ',
  ),
)

/** Reads a day as spreadsheets and people write it: `2027-06-21`, `6/21/2027`, `June 21, 2027`, `21 juin 2027`. */
export function readDay(text: string, order: DateOrder | null): WrittenDay {
  const numbers = /^(\d{1,4})[-/.](\d{1,2})[-/.](\d{1,4})$/.exec(text.trim())
  if (numbers) return numericDay(numbers, order)
  const words = text
    .split(/[\s,./-]+/)
    .map(plainWord)
    .filter((word) => word !== '')
  const named = words.map(monthOf).findIndex((month) => month > 0)
  // `mar` is March and mardi: it is the month if no other word is.
  const isMonth = words.findIndex((word) => monthOf(word) > 0 && !weekdays.has(word))
  const at = isMonth === -1 ? named : isMonth
  if (at === -1) return null
  const rest = words.filter((word, index) => index !== at && !weekdays.has(word))
  const [day = 0, year = 0] = inDayYear(rest.map((word) => /^(\d{1,4})(?:st|nd|rd|th|er|e)?$/.exec(word)?.[1] ?? ''))
  return realDay(year, monthOf(words[at] ?? ''), day)
}

function numericDay([, first = '', second = '', third = '']: RegExpExecArray, order: DateOrder | null): WrittenDay {
  if (first.length === 4) return third.length > 2 ? null : realDay(Number(first), Number(second), Number(third))
  if (first.length > 2 || third.length === 1 || third.length === 3) return null
  const [a, b, year] = [Number(first), Number(second), fullYear(Number(third))]
  if (a > 12 || b > 12 || a === b) return a > 12 ? realDay(year, b, a) : realDay(year, a, b)
  if (order === null) return 'ambiguous'
  return order === 'month_first' ? realDay(year, a, b) : realDay(year, b, a)
}

/** The order that a numeric day proves, if its first or second number can only be the day. */
export function orderOf(text: string): DateOrder | null {
  const [, first = '', second = '', third = ''] = /^(\d{1,2})[-/.](\d{1,2})[-/.](\d{2,4})\b/.exec(text.trim()) ?? []
  if (third === '' || (Number(first) <= 12 && Number(second) <= 12)) return null
  return Number(first) > 12 ? 'day_first' : 'month_first'
}

function inDayYear(numbers: string[]): number[] {
  if (numbers.length !== 2 || numbers.includes('')) return []
  const [first = '', second = ''] = numbers
  return first.length === 4 ? [Number(second), Number(first)] : [Number(first), fullYear(Number(second))]
}

const fullYear = (year: number) => (year < 100 ? 2000 + year : year)
function monthOf(word: string): number {
  return /^[a-z]{3,9}$/.test(word) ? months.findIndex((names) => names.some((name) => word.startsWith(name))) + 1 : 0
}
function realDay(year: number, month: number, day: number): WrittenDay {
  const two = (part: number) => String(part).padStart(2, '0')
  const text = `${String(year).padStart(4, '0')}-${two(month)}-${two(day)}`
  return isRealDay(text) ? { day: text } : null
}

const namedHours: Record<string, string> = { noon: '12:00', midi: '12:00', midnight: '00:00', minuit: '00:00' }
/** Reads a time of day as `09:00`: `9:00 AM`, `9am`, `9 h 30`, `16h`, `noon`. A bare number is not a time. */
export function readHour(text: string): string | null {
  const plain = plainWord(text).replaceAll(' ', '')
  if (Object.hasOwn(namedHours, plain)) return namedHours[plain] ?? null
  const [, hour = '', mark = '', minute = '', half = ''] =
    /^(\d{1,2})(?:([:.h])(\d{2})?)?(?::\d{2})?((?:a|p)\.?m\.?)?$/.exec(plain) ?? []
  if (hour === '' || (mark === '' && half === '') || (mark === ':' && minute === '')) return null
  const [h, m] = [Number(hour), Number(minute)]
  if (m > 59 || (half === '' ? h > 23 : h < 1 || h > 12)) return null
  const of24 = half === '' ? h : (h % 12) + (half.startsWith('p') ? 12 : 0)
  return `${String(of24).padStart(2, '0')}:${String(m).padStart(2, '0')}`
}

const mostWords = 9
/** Reads a day with or without a time of day in one cell. */
export function readMoment(text: string, order: DateOrder | null): WrittenMoment {
  const words = text
    .trim()
    .replace(/^(\d{4}-\d{2}-\d{2})T/, '$1 ')
    .split(/\s+/)
    .slice(0, mostWords)
  for (let length = words.length; length > 0; length -= 1) {
    const day = readDay(words.slice(0, length).join(' '), order)
    if (day === null) continue
    const rest = words.slice(length).join(' ')
    const hour = rest === '' ? null : readHour(rest)
    if (rest !== '' && hour === null) continue
    return day === 'ambiguous' ? day : { ...day, hour }
  }
  return null
}
