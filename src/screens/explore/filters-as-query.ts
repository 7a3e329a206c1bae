import type { Filters } from './read-filters.ts'

/** Filters as the API is asked for them: what is not chosen is not said. */
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
  tags,
}: Filters) {
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
    ...(tags.length > 0 && { tags }),
  }
}
