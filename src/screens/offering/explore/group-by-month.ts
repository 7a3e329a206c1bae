import type { Language } from '../../../locales/choose-language.ts'
import { monthHeading } from '#contract/date-format'
import type { Card } from './card.ts'

export type Month = { id: string; heading: string; cards: Card[] }

/** Cards by the month in which they begin, in the order of the list. */
export function groupByMonth(cards: Card[], language: Language): Month[] {
  const months = new Map<string, Month>()
  for (const card of cards) {
    const { year, month } = card.shape.first
    const id = `m${year}-${String(month).padStart(2, '0')}`
    const group = months.get(id)
    if (group) group.cards.push(card)
    else months.set(id, { id, heading: monthHeading(card.shape.first, language), cards: [card] })
  }
  return [...months.values()]
}
