import { type SQL, sql } from 'drizzle-orm'
import { type FlagName, flagNames, type LimitName, limitNames } from '../../contract/event-facts.ts'
import type { ApiFilterName } from '../../contract/event-filters.ts'
import type { EventListQuery } from '../../contract/offering/event.ts'
import { among } from '../../platform/database/json-lists.ts'
import { noEvent } from './event-rows.ts'
import { type PersonFilter, suitsPeople } from './person-fit-rows.ts'
import { costsAtMost, optionHasPlaces, type PriceFilter } from './price-rows.ts'

type Value<Name extends ApiFilterName> = NonNullable<EventListQuery[Name]>
type Conditions<Name extends ApiFilterName> = { [Each in Name]: (value: Value<Each>) => SQL }

/** Filters whose conditions must hold together, for one option or one venue, or that are read before the list. */
type AgeFilter = Extract<ApiFilterName, 'age' | `age_${string}`>
type OptionFilter = AgeFilter | 'gender'
type VenueFilter = Extract<ApiFilterName, `venue_${string}`>
type ReadBefore = 'search' | 'price_lte' | Extract<ApiFilterName, `scheduled_${string}`>

// Comparing with one value costs less per event than searching a list of one.
const isOneOf = (column: SQL, values: readonly string[]): SQL =>
  values.length === 1 ? sql`${column} = ${values[0]}` : sql`${column} IN ${among(values)}`
const ofProgram = (column: 'types' | 'tags') => (words: string[]) =>
  sql`EXISTS (SELECT 1 FROM programs AS p CROSS JOIN json_each(p.${sql.raw(column)}) AS each WHERE p.id = events.program_id AND each.value IN ${among(words)})`

/** Condition that an event can be attended for free. An event covered by a package does not count as free. */
export const isFree = sql`(events.restrict_to_package_ids = '[]' AND events.has_free_option = 1)`

/** Condition that an event has a place left. What is booked on another site has no options. */
const hasPlaces = sql`(events.has_options = 0 OR EXISTS (SELECT 1 FROM event_options AS o WHERE o.event_id = events.id AND o.is_removed = 0 AND o.is_closed = 0 AND ${optionHasPlaces}))`

/** The condition of each filter that stands on its own. */
const ownConditions: Conditions<
  Exclude<ApiFilterName, OptionFilter | VenueFilter | ReadBefore | FlagName | LimitName>
> = {
  type: (types) => isOneOf(sql`events.type`, types),
  online_event: (isOnline) => sql`events.online_event = ${isOnline ? 1 : 0}`,
  free: (isForFree) => (isForFree ? isFree : sql`NOT ${isFree}`),
  available: (isAvailable) => (isAvailable ? hasPlaces : sql`NOT ${hasPlaces}`),
  tags: (tags) =>
    sql`EXISTS (SELECT 1 FROM event_tags AS et WHERE et.event_id = events.id AND et.tag IN ${among(tags)})`,
  program_type: ofProgram('types'),
  program_tags: ofProgram('tags'),
}

/** An event that states no limit is open to everyone; one that does not state a flag has neither answer. */
const factConditions = Object.fromEntries([
  ...flagNames.map((name) => [name, (is: boolean) => sql`${sql.raw(`events.${name}`)} = ${is ? 1 : 0}`] as const),
  ...limitNames.map((name) => {
    const [minimum, maximum] = [sql.raw(`events.minimum_${name}`), sql.raw(`events.maximum_${name}`)]
    return [
      name,
      (value: number) =>
        sql`(${minimum} IS NULL OR ${minimum} <= ${value}) AND (${maximum} IS NULL OR ${maximum} >= ${value})`,
    ] as const
  }),
]) as Conditions<FlagName | LimitName>

const venueConditions: Conditions<VenueFilter> = {
  venue_id: (ids) => sql`v.id IN ${among(ids)}`,
  venue_context: (context) => sql`${sql.raw(context.includes('-') ? 'v.region' : 'v.country')} = ${context}`,
  venue_city: (cities) => isOneOf(sql`v.city`, cities),
}

type Filters = Pick<EventListQuery, ApiFilterName | 'program_id'> & { for?: PersonFilter; price?: PriceFilter }

/** The conditions of these filters that have a value. */
const conditionsOf = <Name extends ApiFilterName>(table: Conditions<Name>, filter: Filters): SQL[] =>
  (Object.keys(table) as Name[]).flatMap((name) => {
    const value = filter[name]
    return value === undefined ? [] : [(table[name] as (value: unknown) => SQL)(value)]
  })

/** Every condition of a filter, except its words and days. */
export const filterConditions = (filter: Filters): SQL[] =>
  [
    ...conditionsOf(ownConditions, filter),
    ...conditionsOf(factConditions, filter),
    venuePart(filter),
    optionPart(filter),
    ...(filter.for ? suitsPeople(filter.for) : []),
    filter.price ? costsAtMost(filter.price) : null,
  ].filter((part) => part !== null)

/** All conditions on the venue must hold for the same venue. */
function venuePart(filter: Filters): SQL | null {
  const { program_id, venue_id, venue_city } = filter
  const parts = conditionsOf(venueConditions, filter)
  if (parts.length === 0) return null
  // A venue, and a program's venues in a city, have an index of their events. A country, or a city over all programs,
  // is checked per event.
  if (program_id?.length === 1 && (venue_id || venue_city))
    return sql`events.id IN (SELECT ev.event_id FROM venues AS v CROSS JOIN event_venues AS ev WHERE v.program_id = ${program_id[0]} AND ${sql.join(parts, sql` AND `)} AND ev.venue_id = v.id)`
  if (venue_id && parts.length === 1)
    return sql`events.id IN (SELECT ev.event_id FROM event_venues AS ev WHERE ev.venue_id IN ${among(venue_id)})`
  return sql`EXISTS (SELECT 1 FROM event_venues AS ev CROSS JOIN venues AS v WHERE ev.event_id = events.id AND v.id = ev.venue_id AND ${sql.join(parts, sql` AND `)})`
}

/** All conditions on the person must hold for the same option. An event without options is open to everyone. */
function optionPart(filter: Filters): SQL | null {
  const { youngest, oldest } = ageBounds(filter)
  if (youngest === null && oldest === null && filter.gender === undefined) return null
  // An empty age range matches no option.
  if (oldest !== null && (youngest ?? 0) > oldest) return noEvent
  const bounds = [
    oldest === null ? null : sql`(events.minimum_age IS NULL OR events.minimum_age <= ${oldest})`,
    youngest === null ? null : sql`(events.maximum_age IS NULL OR events.maximum_age >= ${youngest})`,
  ].filter((part) => part !== null)
  // The combined limits of all options hold for a single option, unless they leave a gap or are limited to genders.
  const isSure =
    filter.gender === undefined ? sql`events.has_age_gap = 0` : sql`events.has_age_gap = 0 AND events.genders = '[]'`
  const parts = [
    sql`o.event_id = events.id AND o.is_removed = 0`,
    oldest === null ? null : sql`(o.minimum_age IS NULL OR o.minimum_age <= ${oldest})`,
    youngest === null ? null : sql`(o.maximum_age IS NULL OR o.maximum_age >= ${youngest})`,
    filter.gender ? sql`(o.gender IS NULL OR o.gender = ${filter.gender})` : null,
  ].filter((part) => part !== null)
  const isTaken = sql`(${isSure} OR EXISTS (SELECT 1 FROM event_options AS o WHERE ${sql.join(parts, sql` AND `)}))`
  return sql`(events.has_options = 0 OR (${sql.join([...bounds, isTaken], sql` AND `)}))`
}

function ageBounds({ age, age_lt, age_lte, age_gt, age_gte }: Filters): {
  youngest: number | null
  oldest: number | null
} {
  const lows = [age, age_gte, age_gt === undefined ? undefined : age_gt + 1].filter((bound) => bound !== undefined)
  const highs = [age, age_lte, age_lt === undefined ? undefined : age_lt - 1].filter((bound) => bound !== undefined)
  return {
    youngest: lows.length === 0 ? null : Math.max(...lows),
    oldest: highs.length === 0 ? null : Math.min(...highs),
  }
}
