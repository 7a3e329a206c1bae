import { type EventType, eventTypes } from '#contract/event'
import { type Gender, genders, isRealDay } from '#contract/field-rules'
import { readId } from '../read-id.ts'

/** What an explore page is filtered by, under the names that its address and the API have for it. */
export type Filters = {
  search: string | null
  age: number | null
  type: EventType | null
  gender: Gender | null
  scheduled_gte: string | null
  scheduled_lte: string | null
  venue_city: string | null
  venue_id: string | null
  online_event: true | null
  tags: string[]
  skip: number
}

const longest = { search: 200, tag: 60, city: 80 }
const mostTags = 10
const oldest = 125
/** Cards on one page of the list. */
export const cardsPerPage = 40

/** What the address of an explore page asks for. What makes no sense is left out, so that an old link still shows something. */
export function readFilters(query: URLSearchParams): Filters {
  const age = query.get('age') ?? ''
  return {
    search: typed(query.get('search'), longest.search),
    age: /^\d{1,3}$/.test(age) && Number(age) <= oldest ? Number(age) : null,
    type: eventTypes.find((each) => each === query.get('type')) ?? null,
    gender: genders.find((each) => each === query.get('gender')) ?? null,
    scheduled_gte: day(query.get('scheduled_gte')),
    scheduled_lte: day(query.get('scheduled_lte')),
    venue_city: typed(query.get('venue_city'), longest.city),
    venue_id: readId(query.get('venue_id')),
    online_event: query.get('online_event') === 'true' ? true : null,
    tags: [...new Set(query.getAll('tags').flatMap((tag) => typed(tag, longest.tag) ?? []))].slice(0, mostTags),
    skip: readSkip(query),
  }
}

/** How far down a list an address asks for. */
export function readSkip(query: URLSearchParams): number {
  const skip = query.get('skip') ?? ''
  return /^\d{1,6}$/.test(skip) ? Number(skip) : 0
}

/** A page of the list is no filter. */
export const isFiltered = ({ skip, ...filters }: Filters): boolean =>
  Object.values(filters).some((value) => (Array.isArray(value) ? value.length > 0 : value !== null))

/** What was typed, as far as the API takes it; null when nothing was. */
export const typed = (text: string | null, most: number): string | null =>
  (text ?? '').trim().slice(0, most).toWellFormed() || null
const day = (text: string | null): string | null => (text !== null && isRealDay(text) ? text : null)
