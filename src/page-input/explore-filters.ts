import type { ListQuery } from '#contract/site-pages'
import { type EventType, eventTypes } from '#contract/offering/event'
import { type Gender, genders } from '#contract/field-rules'
import { readId, readSkip, readText } from './input-values.ts'
import { isRealDay } from '#contract/instant'

/** The filters of an explore page, under the names that its URL and the API use. */
export type ExploreFilters = {
  search: string | null
  age: number | null
  type: EventType | null
  gender: Gender | null
  scheduled_gte: string | null
  scheduled_lte: string | null
  venue_city: string | null
  venue_id: string | null
  online_event: true | null
  free: true | null
  tags: string[]
  skip: number
}

const maxLengths = { search: 200, tag: 60, city: 80 }
const maxTags = 10
const maxAge = 125

/**
 * Reads the filters from the URL of an explore page. Invalid values are ignored, so that an old link still shows
 * something.
 */
export function readExploreFilters(query: ListQuery): ExploreFilters {
  const age = query.get('age') ?? ''
  return {
    search: readText(query.get('search'), maxLengths.search),
    age: /^\d{1,3}$/.test(age) && Number(age) <= maxAge ? Number(age) : null,
    type: eventTypes.find((each) => each === query.get('type')) ?? null,
    gender: genders.find((each) => each === query.get('gender')) ?? null,
    scheduled_gte: readDay(query.get('scheduled_gte')),
    scheduled_lte: readDay(query.get('scheduled_lte')),
    venue_city: readText(query.get('venue_city'), maxLengths.city),
    venue_id: readId(query.get('venue_id')),
    online_event: query.get('online_event') === 'true' ? true : null,
    free: query.get('free') === 'true' ? true : null,
    tags: [...new Set(query.getAll('tags').flatMap((tag) => readText(tag, maxLengths.tag) ?? []))].slice(0, maxTags),
    skip: readSkip(query.get('skip')),
  }
}

/** A URL with only `skip` has no filter. */
export const isFiltered = ({ skip, ...filters }: ExploreFilters): boolean =>
  Object.values(filters).some((value) => (Array.isArray(value) ? value.length > 0 : value !== null))

const readDay = (text: string | null): string | null => (text !== null && isRealDay(text) ? text : null)

/** The filters as the query of an API call, without the unset filters. */
export function filtersAsQuery({
  search,
  age,
  type,
  gender,
  scheduled_gte,
  scheduled_lte,
  venue_city,
  venue_id,
  online_event,
  free,
  tags,
}: ExploreFilters) {
  return {
    ...(search !== null && { search }),
    ...(age !== null && { age }),
    ...(type !== null && { type: [type] }),
    ...(gender !== null && { gender }),
    ...(scheduled_gte !== null && { scheduled_gte }),
    ...(scheduled_lte !== null && { scheduled_lte }),
    ...(venue_city !== null && { venue_city: [venue_city] }),
    ...(venue_id !== null && { venue_id: [venue_id] }),
    ...(online_event !== null && { online_event }),
    ...(free !== null && { free }),
    ...(tags.length > 0 && { tags }),
  }
}
