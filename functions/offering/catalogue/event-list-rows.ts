import { omit } from '../../contract/pick.ts'
import { among } from '../../platform/database/json-lists.ts'
import { asc, desc, type SQL, sql } from 'drizzle-orm'
import type { EventListQuery } from '../../contract/offering/event.ts'
import { maxCounted } from '../../contract/limits.ts'
import { mostCounted } from '../../contract/paging.ts'
import type { Db } from '../../platform/database/database.ts'
import { events } from '../../platform/database/tables.ts'
import { filterConditions } from './event-filter-rows.ts'
import type { PersonFilter } from './person-fit-rows.ts'
import type { PriceFilter } from './price-rows.ts'
import { eventRecords, listedPart, startOfEvent } from './event-rows.ts'

/** The query of a list, with its words as search terms and its dates as instants. */
export type EventFilter = Omit<
  EventListQuery,
  'search' | 'scheduled_lt' | 'scheduled_lte' | 'scheduled_gt' | 'scheduled_gte'
> & {
  terms: string | null
  from: number | null
  to: number | null
  now: number
  for?: PersonFilter
  price?: PriceFilter
}

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
const narrowingOf = (filter: EventFilter) =>
  omit(filter, ['program_id', 'status', 'sort', 'order', 'limit', 'skip', 'now'])

/** True when the list is not narrowed. Then all events are counted, however many, because that reads one index alone. */
export const isWhole = (filter: EventFilter): boolean =>
  Object.values(narrowingOf(filter)).every((each) => each === undefined || each === null)

/**
 * Tag and name under which the count of a list is cached, independent of the page; null for a list over several named
 * programs, a page beyond the counting limit, or a list for people.
 */
export function countCacheKey(filter: EventFilter): { tag: string; name: string } | null {
  const { program_id = [], sort: _sort, order: _order, limit, skip, now: _now, price: _price, ...chosen } = filter
  if (chosen.for || program_id.length > 1 || (skip + limit > maxCounted && !isWhole(filter))) return null
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
    ...filterConditions(filter),
  ]
  return sql.join(
    parts.filter((part) => part !== null),
    sql` AND `,
  )
}

function ownParts(filter: EventFilter, start: SQL): (SQL | null)[] {
  return [
    programPart(filter),
    filter.from === null ? null : sql`${start} >= ${filter.from}`,
    filter.to === null ? null : sql`${start} <= ${filter.to}`,
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
