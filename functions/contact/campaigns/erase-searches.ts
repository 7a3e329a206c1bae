import type { Selector } from '../../contract/contact/campaign.ts'
import { searchText } from '../../platform/database/search-text.ts'

const wordsOf = (text: string): string[] => searchText(text).match(/[\p{L}\p{N}]+/gu) ?? []

/** The text that replaces a search for an erased person. It finds no one whose name is known. */
const erasedSearch = 'search:erased'

/**
 * The selectors of a campaign without the searches that find one of these people: every word of the search begins a word
 * of their name, email or phone number. Null when nothing changes.
 */
export function withoutSearchesFor(people: readonly string[], selectors: readonly Selector[]): Selector[] | null {
  const words = people.map(wordsOf)
  const finds = ({ kind, text }: Selector) => {
    const typed = kind === 'search' ? wordsOf(text.slice('search:'.length)) : []
    return typed.length > 0 && words.some((own) => typed.every((word) => own.some((each) => each.startsWith(word))))
  }
  if (!selectors.some(finds)) return null
  return selectors.map((selector) => (finds(selector) ? { ...selector, text: erasedSearch } : selector))
}
