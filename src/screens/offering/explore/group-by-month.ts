import type { Language, Text } from '../../../locales/choose-language.ts'
import { monthHeading } from '#contract/date-format'
import type { ListMonths } from '../../../api/page-reads.ts'
import type { Card } from './card.ts'

export type Month = { id: string; heading: string; count: string; cards: Card[] }

/**
 * Cards by the month in which they begin, in the order of the list. Each month has the number of its events, also of those on other
 * pages.
 */
export function groupByMonth(
  cards: Card[],
  { language, text, months: { all, matching } }: { language: Language; text: Text['explore']; months: ListMonths },
): Month[] {
  const groups = new Map<string, Month>()
  for (const card of cards) {
    const { year, month } = card.shape.first
    const key = `${year}-${String(month).padStart(2, '0')}`
    const group = groups.get(key)
    if (group) group.cards.push(card)
    else
      groups.set(key, {
        id: `m${key}`,
        heading: monthHeading(card.shape.first, language),
        count: countWords(matching.get(key), all.get(key) ?? 0, text),
        cards: [card],
      })
  }
  return [...groups.values()]
}

/** Empty when the matching events are too many to be counted. */
function countWords(matching: number | undefined, all: number, text: Text['explore']): string {
  if (matching === undefined) return ''
  // The count of all events can be half a minute older.
  return matching < all ? text.eventsOf(matching, all) : text.events(matching)
}
