import type { PeopleSearch } from '#contract/organisation/people'
import { dayMonth, type Locale } from '#contract/date-format'
import { wallClock } from '#contract/wall-clock'
import type { FoundType } from '../../../page-input/desk-search.ts'

const plain = (letter: string): string => letter.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()
const startsWord = (letters: readonly string[], at: number): boolean => !/[\p{L}\p{N}]/u.test(letters[at - 1] ?? '')

/**
 * A text in parts, with those that a search found marked: the start of a word that begins with a typed word, without
 * regard to case and accents.
 */
export function markedParts(text: string, search: string): { text: string; isMatch: boolean }[] {
  const letters = [...text.normalize('NFC')]
  const folded = letters.map(plain)
  const words = (search.match(/[\p{L}\p{N}]+/gu) ?? []).map((word) => [...word.normalize('NFC')].map(plain))
  const parts: { text: string; isMatch: boolean }[] = []
  const add = (piece: string, isMatch: boolean) => {
    const last = parts.at(-1)
    if (last && last.isMatch === isMatch) last.text += piece
    else parts.push({ text: piece, isMatch })
  }
  for (let at = 0; at < letters.length; ) {
    const length = startsWord(letters, at)
      ? Math.max(
          0,
          ...words
            .filter((word) => word.every((letter, index) => folded[at + index] === letter))
            .map((word) => word.length),
        )
      : 0
    add(letters.slice(at, at + (length || 1)).join(''), length > 0)
    at += length || 1
  }
  return parts
}

/** The lists of a search by kind, in the order of the page; kinds that the member has no right to are left out. */
export const listsOf = ({ customers, attendees, orders, receipts }: PeopleSearch) =>
  (
    [
      ['customer', customers],
      ['attendee', attendees],
      ['order', orders],
      ['receipt', receipts],
    ] as const
  ).flatMap(([type, list]): { type: FoundType; total: number; isCapped: boolean; count: number }[] =>
    list === null ? [] : [{ type, total: list.total, isCapped: list.total_capped === true, count: list.count }],
  )

/** When a booking is: its first day, and until which day it lasts once it has begun. */
export function nextDays(
  next: { starts_at: string; ends_at: string; timezone: string },
  { now, locale }: { now: number; locale: Locale },
): { hasBegun: boolean; day: string } {
  const hasBegun = Date.parse(next.starts_at) <= now
  return { hasBegun, day: dayMonth(wallClock(hasBegun ? next.ends_at : next.starts_at, next.timezone), locale) }
}
