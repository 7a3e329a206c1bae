import { among } from '../../platform/database/json-lists.ts'
import { asc, desc, type SQL, sql } from 'drizzle-orm'
import type { EventListQuery } from '../../contract/offering/event.ts'
import { maxCounted } from '../../contract/limits.ts'
import { mostCounted } from '../../contract/paging.ts'
import type { Db } from '../../platform/database/database.ts'
import { events } from '../../platform/database/tables.ts'
import { storedTotal } from './event-count-rows.ts'
import { eventRecords, listedPart, noEvent, startOfEvent } from './event-rows.ts'

/** What a list asks, with its words made into terms and its dates into instants. */
export type EventFilter = Omit<
  EventListQuery,
  'search' | 'scheduled_lt' | 'scheduled_lte' | 'scheduled_gt' | 'scheduled_gte'
> & { terms: string | null; from: number | null; to: number | null; now: number }

/** One page of listed events and how many there are in all, for one batch. */
export const eventPage = (db: Db, filter: EventFilter) => [pageOfEvents(db, filter), countFound(db, filter)] as const

/** One page of listed events. */
export function pageOfEvents(db: Db, filter: EventFilter) {
  const direction = filter.order === 'desc' ? desc : asc
  return eventRecords(db, conditionOf(filter))
    .orderBy(direction(events[filter.sort]), direction(events.id))
    .limit(filter.limit)
    .offset(filter.skip)
}

/** A name for what several filters leave of one program, whatever page of it is shown; null where it is stored how much that is, or the page is beyond what is counted. */
export function countCacheKey(filter: EventFilter): string | null {
  const { program_id = [], sort: _sort, order: _order, limit, skip, now: _now, ...chosen } = filter
  const isCounted = program_id.length === 1 && storedTotal(filter) === null && skip + limit <= maxCounted
  return isCounted ? `found ${JSON.stringify(chosen)}` : null
}

/** How many events a filter leaves: all where that is stored, else as far as is counted, and whether there are more. */
export function countFound(db: Db, filter: EventFilter) {
  const total = storedTotal(filter)
  if (total !== null)
    return db
      .select({ total: sql<number>`${total}`.as('total'), is_capped: sql<number>`0`.as('is_capped') })
      .from(sql`(SELECT 1)`)
  const most = mostCounted(filter)
  return db
    .select({
      total: sql<number>`min(count(*), ${most})`.as('total'),
      is_capped: sql<number>`count(*) > ${most}`.as('is_capped'),
    })
    .from(sql`(SELECT 1 FROM events WHERE ${conditionOf(filter)} LIMIT ${most + 1})`)
}

/** What all cards and events of a list have in common. */
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

/** True of an event that someone may come to for nothing: what a pass has paid for is not free. */
export const isFree = sql`(events.restrict_to_package_ids = '[]' AND events.has_free_option = 1)`

// To be compared with one value costs each event less than to be looked for in a list of one.
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

// One program is asked for by name: its index then gives the order too, and only the rows of the page are read whole.
function programPart({ program_id }: EventFilter): SQL | null {
  if (!program_id) return null
  return program_id.length === 1
    ? sql`events.program_id = ${program_id[0]}`
    : sql`events.program_id IN ${among(program_id)}`
}

/** One and the same venue must answer all that is asked of the place. */
function venuePart({ program_id, venue_id, venue_context, venue_city }: EventFilter): SQL | null {
  const parts = [
    venue_id ? sql`v.id IN ${among(venue_id)}` : null,
    venue_context ? sql`${sql.raw(venue_context.includes('-') ? 'v.region' : 'v.country')} = ${venue_context}` : null,
    venue_city ? isOneOf(sql`v.city`, venue_city) : null,
  ].filter((part) => part !== null)
  if (parts.length === 0) return null
  // A venue, and a program's venues in a city, know their events; a country, or a city of all programs, is looked for at each event.
  if (program_id?.length === 1 && (venue_id || venue_city))
    return sql`events.id IN (SELECT ev.event_id FROM venues AS v CROSS JOIN event_venues AS ev WHERE v.program_id = ${program_id[0]} AND ${sql.join(parts, sql` AND `)} AND ev.venue_id = v.id)`
  if (venue_id && parts.length === 1)
    return sql`events.id IN (SELECT ev.event_id FROM event_venues AS ev WHERE ev.venue_id IN ${among(venue_id)})`
  return sql`EXISTS (SELECT 1 FROM event_venues AS ev CROSS JOIN venues AS v WHERE ev.event_id = events.id AND v.id = ev.venue_id AND ${sql.join(parts, sql` AND `)})`
}

/** One and the same option must take the person; an event without options turns nobody away. */
function optionPart(filter: EventFilter): SQL | null {
  const { youngest, oldest } = ageBounds(filter)
  if (youngest === null && oldest === null && filter.gender === undefined) return null
  // Nobody is of no age.
  if (oldest !== null && (youngest ?? 0) > oldest) return noEvent
  const bounds = [
    oldest === null ? null : sql`(events.minimum_age IS NULL OR events.minimum_age <= ${oldest})`,
    youngest === null ? null : sql`(events.maximum_age IS NULL OR events.maximum_age >= ${youngest})`,
  ].filter((part) => part !== null)
  // What the bounds of all options together say is true of one of them, unless they leave a gap or are for some genders.
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
