import { omit } from '../../contract/pick.ts'
import { among } from '../../platform/database/json-lists.ts'
import { asc, desc, type SQL, sql } from 'drizzle-orm'
import type { EventListQuery } from '../../contract/offering/event.ts'
import { maxCounted } from '../../contract/limits.ts'
import { mostCounted } from '../../contract/paging.ts'
import type { Db } from '../../platform/database/database.ts'
import { events } from '../../platform/database/tables.ts'
import { eventRecords, listedPart, noEvent, startOfEvent } from './event-rows.ts'

/** The query of a list, with its words as search terms and its dates as instants. */
export type EventFilter = Omit<
  EventListQuery,
  'search' | 'scheduled_lt' | 'scheduled_lte' | 'scheduled_gt' | 'scheduled_gte'
> & { terms: string | null; from: number | null; to: number | null; now: number }

/** One page of listed events and their total count, for one batch. */
export const eventPage = (db: Db, filter: EventFilter) => [pageOfEvents(db, filter), countFound(db, filter)] as const

/** One page of listed events. */
export function pageOfEvents(db: Db, filter: EventFilter) {
  const direction = filter.order === 'desc' ? desc : asc
  return eventRecords(db, conditionOf(filter))
    .orderBy(direction(events[filter.sort]), direction(events.id))
    .limit(filter.limit)
    .offset(filter.skip)
}

/** The conditions of a filter, without its program and how its list is shown. */
export const narrowingOf = <Given extends Omit<EventFilter, 'terms' | 'from' | 'to'>>(filter: Given) =>
  omit(filter, ['program_id', 'status', 'sort', 'order', 'limit', 'skip', 'now'])

/** True when the list is not narrowed. Then all events are counted, however many, because that reads one index alone. */
export const isWhole = (filter: EventFilter): boolean =>
  Object.values(narrowingOf(filter)).every((each) => each === undefined || each === null)

/**
 * Tag and name under which the count of a list is cached, independent of the page; null for a list over several named
 * programs, or a page beyond the counting limit.
 */
export function countCacheKey(filter: EventFilter): { tag: string; name: string } | null {
  const { program_id = [], sort: _sort, order: _order, limit, skip, now: _now, ...chosen } = filter
  if (program_id.length > 1 || (skip + limit > maxCounted && !isWhole(filter))) return null
  const [program] = program_id
  return { tag: program === undefined ? 'programs' : `program:${program}`, name: `found ${JSON.stringify(chosen)}` }
}

/** How many events match a filter: of a narrowed list up to the counting limit, and whether there are more. */
export function countFound(db: Db, filter: EventFilter) {
  if (isWhole(filter))
    return db
      .select({ total: sql<number>`count(*)`.as('total'), is_capped: sql<number>`0`.as('is_capped') })
      .from(events)
      .where(conditionOf(filter))
  const most = mostCounted(filter)
  return db
    .select({
      total: sql<number>`min(count(*), ${most})`.as('total'),
      is_capped: sql<number>`count(*) > ${most}`.as('is_capped'),
    })
    .from(sql`(SELECT 1 FROM events WHERE ${conditionOf(filter)} LIMIT ${most + 1})`)
}

/** The condition shared by cards and events of a list. */
export function conditionOf(filter: EventFilter): SQL {
  const [programId = null, ...others] = filter.program_id ?? []
  const start = filter.sort === 'starts_at' ? startOfEvent.ordering : startOfEvent.otherwise
  const parts = [
    listedPart(others.length === 0 ? programId : null, filter, start),
    ...ownParts(filter, start),
    venuePart(filter),
    optionPart(filter),
    ...programParts(filter),
  ]
  return sql.join(
    parts.filter((part) => part !== null),
    sql` AND `,
  )
}

/** Condition that an event can be attended for free. An event covered by a package does not count as free. */
export const isFree = sql`(events.restrict_to_package_ids = '[]' AND events.has_free_option = 1)`

// Comparing with one value costs less per event than searching a list of one.
const isOneOf = (column: SQL, values: readonly string[]): SQL =>
  values.length === 1 ? sql`${column} = ${values[0]}` : sql`${column} IN ${among(values)}`
function ownParts(filter: EventFilter, start: SQL): (SQL | null)[] {
  return [
    programPart(filter),
    filter.type ? isOneOf(sql`events.type`, filter.type) : null,
    filter.online_event === undefined ? null : sql`events.online_event = ${filter.online_event ? 1 : 0}`,
    filter.free === undefined ? null : filter.free ? isFree : sql`NOT ${isFree}`,
    filter.from === null ? null : sql`${start} >= ${filter.from}`,
    filter.to === null ? null : sql`${start} <= ${filter.to}`,
    filter.tags
      ? sql`EXISTS (SELECT 1 FROM event_tags AS et WHERE et.event_id = events.id AND et.tag IN ${among(filter.tags)})`
      : null,
    filter.terms === null
      ? null
      : sql`events.rowid IN (SELECT rowid FROM events_text WHERE events_text MATCH ${filter.terms})`,
  ]
}

// One program is compared directly, because its index then also has the order, and only the rows of the page are read
// in full.
function programPart({ program_id }: EventFilter): SQL | null {
  if (!program_id) return null
  return program_id.length === 1
    ? sql`events.program_id = ${program_id[0]}`
    : sql`events.program_id IN ${among(program_id)}`
}

/** All conditions on the venue must hold for the same venue. */
function venuePart({ program_id, venue_id, venue_context, venue_city }: EventFilter): SQL | null {
  const parts = [
    venue_id ? sql`v.id IN ${among(venue_id)}` : null,
    venue_context ? sql`${sql.raw(venue_context.includes('-') ? 'v.region' : 'v.country')} = ${venue_context}` : null,
    venue_city ? isOneOf(sql`v.city`, venue_city) : null,
  ].filter((part) => part !== null)
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
function optionPart(filter: EventFilter): SQL | null {
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

function ageBounds({ age, age_lt, age_lte, age_gt, age_gte }: EventFilter): {
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

function programParts({ program_type, program_tags }: EventFilter): (SQL | null)[] {
  const has = (column: 'types' | 'tags', words: string[]) =>
    sql`EXISTS (SELECT 1 FROM programs AS p CROSS JOIN json_each(p.${sql.raw(column)}) AS each WHERE p.id = events.program_id AND each.value IN ${among(words)})`
  return [program_type ? has('types', program_type) : null, program_tags ? has('tags', program_tags) : null]
}
