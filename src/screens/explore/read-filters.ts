import { type EventType, eventTypes } from '#contract/event'

export type Filters = { search: string | null; age: number | null; type: EventType | null; skip: number }

const longestSearch = 200
const oldest = 125
/** Cards on one page of the list. */
export const cardsPerPage = 40

/** What the address of an explore page asks for. What makes no sense is left out, so that an old link still shows something. */
export function readFilters(query: URLSearchParams): Filters {
  const search = (query.get('search') ?? '').trim().slice(0, longestSearch)
  const age = query.get('age') ?? ''
  const skip = query.get('skip') ?? ''
  return {
    search: search === '' ? null : search,
    age: /^\d{1,3}$/.test(age) && Number(age) <= oldest ? Number(age) : null,
    type: eventTypes.find((each) => each === query.get('type')) ?? null,
    skip: /^\d{1,6}$/.test(skip) ? Number(skip) : 0,
  }
}

export const isFiltered = (filters: Filters): boolean => filters.search !== null || filters.age !== null || filters.type !== null
