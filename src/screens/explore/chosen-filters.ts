import type { Text } from '../../locales/choose-language.ts'
import type { Filters } from './read-filters.ts'

export type ChosenFilter = { words: string; without: Filters }

/** What is filtered by, each with the filters that are left when it is taken away. */
export function chosenFilters(filters: Filters, text: Text['explore']): ChosenFilter[] {
  const { search, age, type } = filters
  const chosen: ChosenFilter[] = []
  if (search !== null) chosen.push({ words: text.search.quoted(search), without: { ...filters, search: null } })
  if (age !== null) chosen.push({ words: text.search.years(age), without: { ...filters, age: null } })
  if (type !== null) chosen.push({ words: text.types[type], without: { ...filters, type: null } })
  return chosen
}
