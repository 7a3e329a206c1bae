import * as z from 'zod/mini'
import { code, Gender, genders, Id } from './field-rules.ts'
import { isRealDay } from './instant.ts'
import { maxEnteredAmount } from './limits.ts'
import { flagInQuery, oneOrMore, wholeInQuery } from './paging.ts'

export const eventTypes = ['camp', 'class', 'event', 'clinic', 'competition', 'party', 'online', 'other'] as const
export type EventType = (typeof eventTypes)[number]

const words = (most: number) => z.string().check(z.maxLength(most, code('too_long')))
const age = wholeInQuery(0, 999)
const instantPattern =
  /^(\d{4}-\d{2}-\d{2})(?:T(?:[01]\d|2[0-3]):[0-5]\d(?::[0-5]\d(?:\.\d{1,3})?)?(?:Z|[+-](?:[01]\d|2[0-3]):[0-5]\d)?)?$/
const instant = z
  .string()
  .check(z.refine((text) => isRealDay(instantPattern.exec(text)?.[1] ?? ''), code('invalid_date')))

/** The groups of a filter form, in its order. */
export const facets = ['who', 'when', 'what', 'where', 'price'] as const
export type Facet = (typeof facets)[number]

/**
 * How a page holds the value of a filter: `tick` is on or absent, `either` is yes or no, `id` and `word` are one of those that the program
 * has, `words` are several of them, `people` are members of the reader's family.
 */
export type FilterControl = {
  /** The group of the filter form that it is in; the search has a field of its own. */
  facet?: Facet
  /** True if the API takes several values and a page holds one. */ isOneOfSeveral?: true
} & (
  | { as: 'text' | 'word' | 'number'; most: number }
  | { as: 'one'; of: readonly string[] }
  | { as: 'day' | 'id' | 'tick' | 'either' }
  | { as: 'words'; most: number; count: number }
  | { as: 'people'; count: number }
)

type ApiRow = {
  /** Its parameter in a query of the API. */
  query: z.core.$ZodType
  /** Description and example of the parameter. */
  words: readonly [description: string, example: unknown]
}
type FilterRow =
  /** Without a control, only the API has the filter. */
  | (ApiRow & { control?: FilterControl })
  /** A filter by the reader's family is only on pages: the list of the API is the same for every reader. */
  | { control: Extract<FilterControl, { as: 'people' }> }

const scheduled = (what: string) =>
  [`Only ${what} then: a day, or an instant in ISO 8601.`, '2027-07-01'] as const satisfies ApiRow['words']

/**
 * The filters of the list of events, in the order in which pages name them. Derived from a row: the API's query and its
 * description, the parameters that a page reads and caches by, its form, and the list of active filters. Conditions in
 * SQL are in offering/catalogue/event-filter-rows.ts, and names for readers in the texts of the explore page.
 */
export const eventFilters = {
  for: { control: { as: 'people', count: 6, facet: 'who' } },
  search: { query: words(200), words: ['Words to look for.', 'canoe'], control: { as: 'text', most: 200 } },
  age: {
    query: age,
    words: ['Only for this age, in full years.', 9],
    control: { as: 'number', most: 125, facet: 'who' },
  },
  age_lt: { query: age, words: ['Only for some age below, in full years.', 12] },
  age_lte: { query: age, words: ['Only for some age up to, in full years.', 12] },
  age_gt: { query: age, words: ['Only for some age above, in full years.', 6] },
  age_gte: { query: age, words: ['Only for some age from, in full years.', 6] },
  type: {
    query: oneOrMore(z.enum(eventTypes)),
    words: ['Only these types. Repeat the parameter for several.', undefined],
    control: { as: 'one', of: eventTypes, isOneOfSeveral: true, facet: 'what' },
  },
  venue_city: {
    query: oneOrMore(words(80)),
    words: ['Only in these cities. Repeat the parameter for several.', ['Toronto']],
    control: { as: 'word', most: 80, isOneOfSeveral: true, facet: 'where' },
  },
  venue_id: {
    query: oneOrMore(Id),
    words: ['Only at these venues. Repeat the parameter for several.', ['ven_1aS2dF3gH4']],
    control: { as: 'id', isOneOfSeveral: true, facet: 'where' },
  },
  venue_context: {
    query: z.string().check(z.regex(/^[A-Z]{2}(?:-[A-Z0-9]{1,3})?$/, code('invalid_option'))),
    words: ['Only in this country or region, ISO 3166.', 'CA-ON'],
  },
  scheduled_gt: { query: instant, words: scheduled('what starts after') },
  scheduled_gte: { query: instant, words: scheduled('what starts after or'), control: { as: 'day', facet: 'when' } },
  scheduled_lt: { query: instant, words: scheduled('what starts before') },
  scheduled_lte: { query: instant, words: scheduled('what starts before or'), control: { as: 'day', facet: 'when' } },
  grade: {
    query: wholeInQuery(0, 12),
    words: ['Only for this school grade, 0 for kindergarten.', 3],
    control: { as: 'number', most: 12, facet: 'who' },
  },
  gender: {
    query: Gender,
    words: ['Only open to this gender.', 'female'],
    control: { as: 'one', of: genders, facet: 'who' },
  },
  indoor: {
    query: flagInQuery,
    words: ['Only indoors, or only outdoors.', true],
    control: { as: 'either', facet: 'where' },
  },
  online_event: {
    query: flagInQuery,
    words: ['Only online, or only not online.', false],
    control: { as: 'tick', facet: 'where' },
  },
  free: {
    query: flagInQuery,
    words: ['Only what has an option that costs nothing and needs no pass, or only what has none.', true],
    control: { as: 'tick', facet: 'price' },
  },
  price_lte: {
    query: wholeInQuery(0, maxEnteredAmount),
    words: [
      'Only what costs at most this, in minor units of the program’s currency: the price shown first, with fee and taxes, of the cheapest option. Needs one `program_id`.',
      25000,
    ],
    control: { as: 'number', most: maxEnteredAmount, facet: 'price' },
  },
  available: {
    query: flagInQuery,
    words: ['Only what has a place left, or only what has none. What is booked on another site has places.', true],
    control: { as: 'tick', facet: 'price' },
  },
  tags: {
    query: oneOrMore(words(60)),
    words: ['Only with one of these tags. Repeat the parameter for several.', ['Water']],
    control: { as: 'words', most: 60, count: 10, facet: 'what' },
  },
  program_type: {
    query: oneOrMore(words(60)),
    words: ['Only of programs of these types. Repeat the parameter for several.', ['camp']],
  },
  program_tags: {
    query: oneOrMore(words(60)),
    words: ['Only of programs with one of these tags. Repeat the parameter for several.', ['Water']],
  },
} as const satisfies Record<string, FilterRow>

type Rows = typeof eventFilters
export type EventFilterName = keyof Rows
/** The filters that the API has. */
export type ApiFilterName = {
  [Name in EventFilterName]: Rows[Name] extends ApiRow ? Name : never
}[EventFilterName]
/** The filters that pages have. */
export type PageFilterName = {
  [Name in EventFilterName]: Rows[Name] extends { control: FilterControl } ? Name : never
}[EventFilterName]
/** The filters of a page that is the same for every reader. */
export type PublicFilterName = PageFilterName & ApiFilterName
export type ControlOf<Name extends PageFilterName> = Rows[Name]['control']

const rows: [string, FilterRow][] = Object.entries(eventFilters)
const apiRows = rows.flatMap(([name, row]) => ('query' in row ? [[name, row] as const] : []))

/** The filters of the query of the API. */
export const filterQuery = Object.fromEntries(apiRows.map(([name, { query }]) => [name, z.optional(query)])) as {
  [Name in ApiFilterName]: z.ZodMiniOptional<Rows[Name]['query']>
}

/** Descriptions of the parameters, by name. */
export const filterWords = Object.fromEntries(apiRows.map(([name, row]) => [name, row.words]))

export const pageFilterNames = rows.flatMap(([name, { control }]) => (control ? [name as PageFilterName] : []))

export const controlOf = (name: PageFilterName): FilterControl => eventFilters[name].control

export const publicFilterNames = apiRows.flatMap(([name, { control }]) => (control ? [name as PublicFilterName] : []))
const personalFilterNames = pageFilterNames.filter((name) => controlOf(name).as === 'people')

/** Whether a page with these parameters depends on its reader, so that it is never cached. */
export const isPersonal = (parameters: Pick<URLSearchParams, 'has'>): boolean =>
  personalFilterNames.some((name) => parameters.has(name))

/** The value of `for` with which a page asks a reader to choose people of their family. */
export const wholeFamily = 'family'
