import * as z from 'zod/mini'
import { factChoices } from '../event-facts.ts'
import { code } from '../field-rules.ts'
import { flagInQuery, oneOrMore, paging } from '../paging.ts'
import { TextLanguages } from '../texts.ts'
import { Venue } from './program.ts'

const words = (most: number) => z.string().check(z.maxLength(most, code('too_long')))

/**
 * Query of GET explore/programs. `place_name` matches the name of the city; `search` matches names, summaries, tags,
 * cities and upcoming events.
 */
export const ProgramListQuery = z.strictObject({
  ...paging,
  sort: z._default(z.enum(['name', 'created']), 'name'),
  type: z.optional(oneOrMore(words(60))),
  featured: z.optional(flagInQuery),
  search: z.optional(words(200)),
  tags: z.optional(oneOrMore(words(60))),
  place_name: z.optional(words(100)),
})
export type ProgramListQuery = z.infer<typeof ProgramListQuery>

/** Query of GET explore/venues. `search` matches names and addresses; with `distinct_cities` the rows are cities. */
export const VenueListQuery = z.strictObject({
  ...paging,
  sort: z._default(z.enum(['name', 'city']), 'name'),
  distinct_cities: z.optional(flagInQuery),
  search: z.optional(words(200)),
})
export type VenueListQuery = z.infer<typeof VenueListQuery>

/** A city with its number of venues, for `distinct_cities`. */
export const VenueCity = z.strictObject({
  city: z.string(),
  region_short_code: z.nullable(z.string()),
  country_short_code: z.nullable(z.string()),
  count: z.int(),
})
export type VenueCity = z.infer<typeof VenueCity>

export const VenueOrCity = z.union([Venue, VenueCity])

/** Query of GET explore/programs/{program_id}/venues: in the organisation's order by default. */
export const ProgramVenueListQuery = z.strictObject({
  ...paging,
  sort: z._default(z.enum(['position', 'name', 'city']), 'position'),
})
export type ProgramVenueListQuery = z.infer<typeof ProgramVenueListQuery>

const lifecycles = z.optional(oneOrMore(z.enum(['upcoming', 'ongoing', 'ended', 'cancelled'])))
/** A tag of a program's events, with its number of events. */
export const EventTag = z.strictObject({ value: z.string(), count: z.int() })
export type EventTag = z.infer<typeof EventTag>

/**
 * Query of GET explore/programs/{program_id}/event_tags. `status` (our addition): counts what a list of that status
 * shows.
 */
export const EventTagListQuery = z.strictObject({
  ...paging,
  sort: z._default(z.enum(['value', 'count']), 'value'),
  status: lifecycles,
})
export type EventTagListQuery = z.infer<typeof EventTagListQuery>

/**
 * Query of GET explore/programs/{program_id}/filters. `status` (our addition): counts what a list of that status shows.
 */
export const ProgramFiltersQuery = z.strictObject({ status: lifecycles })
export type ProgramFiltersQuery = z.infer<typeof ProgramFiltersQuery>

const Counted = z.strictObject({ value: z.string(), count: z.int() })
/** The options of the filter form, counted over public events. */
export const ProgramFilters = z.strictObject({
  object: z.literal('program_filters'),
  types: z.array(Counted),
  tags: z.array(Counted),
  cities: z.array(Counted),
  venues: z.array(
    z.strictObject({
      id: z.string(),
      name: z.string(),
      city: z.nullable(z.string()),
      count: z.int(),
      text_languages: TextLanguages,
    }),
  ),
  genders: z.array(Counted),
  age: z.strictObject({ minimum: z.nullable(z.int()), maximum: z.nullable(z.int()) }),
  ...factChoices,
  dates: z.strictObject({ first: z.nullable(z.string()), last: z.nullable(z.string()) }),
  online_event: z.strictObject({ count: z.int() }),
  free: z.strictObject({ count: z.int() }),
  prices: z.array(z.strictObject({ limit: z.int(), count: z.int() })),
})
export type ProgramFilters = z.infer<typeof ProgramFilters>
