import { omit } from '../../contract/pick.ts'
import { type SQL, sql } from 'drizzle-orm'
import type { Db } from '../../platform/database/database.ts'
import type { EventFilter } from './event-list-rows.ts'
import type { LifecycleFilter } from './event-rows.ts'
import * as billingStates from '../../contract/states/billing-states.ts'
import { statusList } from '../../platform/database/status-sql.ts'

type CountedKind =
  | 'all'
  | 'type'
  | 'online'
  | 'free'
  | 'minimum_age'
  | 'maximum_age'
  | 'gender'
  | 'tag'
  | 'venue'
  | 'city'
  | 'country'
/** One thing that events are counted by. */
type Facet = { kind: CountedKind; value: string }
type Column = 'num_listed' | 'num_upcoming'

/** Which of the stored counts a list of these statuses shows: of all that is published, or of what has not begun; null where none is stored. */
export function countedColumn(status: LifecycleFilter['status']): Column | null {
  if (!status || status.length === 0) return 'num_listed'
  return status.every((each) => each === 'upcoming') ? 'num_upcoming' : null
}

/** Events that the stored counts have on the wrong side of now: begun since the clock last marked them, or moved to a later day after it did. */
const misplaced = (programId: string | null, now: number): SQL => {
  const ofProgram = programId === null ? sql`` : sql`program_id = ${programId} AND `
  return sql`(SELECT id FROM events WHERE ${ofProgram}status = 'published' AND has_started = 0 AND starts_at <= ${now} UNION ALL SELECT id FROM events WHERE ${ofProgram}status = 'published' AND has_started = 1 AND starts_at > ${now})`
}

/** The counts of one kind of a program's events at this moment, as a table of `value` and `num`. */
export function countsOf(programId: string, kind: CountedKind, { column, now }: { column: Column; now: number }): SQL {
  const stored = sql`SELECT value, ${sql.raw(column)} AS num FROM event_counts WHERE program_id = ${programId} AND kind = ${kind}`
  return column === 'num_listed'
    ? sql`(SELECT value, num FROM (${stored}) WHERE num > 0)`
    : sql`(SELECT value, sum(num) AS num FROM (${stored} UNION ALL SELECT f.value, iif(f.has_started = 1, 1, -1) FROM event_facets AS f WHERE f.event_id IN ${misplaced(programId, now)} AND f.kind = ${kind}) GROUP BY value HAVING sum(num) > 0)`
}

/** How many events a filter leaves, from the stored counts: where it chooses nothing, or one thing that is counted. Null where the events themselves must be counted. */
export function storedTotal(filter: EventFilter): SQL<number> | null {
  const [programId = null, ...others] = filter.program_id ?? []
  const column = countedColumn(filter.status)
  const facet = facetOf(filter)
  if (others.length > 0 || !column || !facet) return null

  const { kind, value } = facet
  const isShown = (table: 'c' | 'f') =>
    programId === null
      ? sql`+${sql.raw(table)}.program_id NOT IN (SELECT id FROM programs WHERE billing_status = 'cancelled')`
      : sql`EXISTS (SELECT 1 FROM programs WHERE id = ${programId} AND billing_status IN ${statusList(billingStates.open)})`
  const ofProgram = programId === null ? sql`` : sql`c.program_id = ${programId} AND `
  const stored = sql<number>`(SELECT coalesce(sum(c.${sql.raw(column)}), 0) FROM event_counts AS c WHERE ${ofProgram}c.kind = ${kind} AND c.value = ${value} AND ${isShown('c')})`
  if (column === 'num_listed') return stored
  return sql<number>`(${stored} + (SELECT coalesce(sum(iif(f.has_started = 1, 1, -1)), 0) FROM event_facets AS f WHERE f.event_id IN ${misplaced(programId, filter.now)} AND f.kind = ${kind} AND f.value = ${value} AND ${isShown('f')}))`
}

/** What a filter chooses by, without the program it is about and how its list is shown. */
export const narrowingOf = <Given extends Omit<EventFilter, 'terms' | 'from' | 'to'>>(filter: Given) =>
  omit(filter, ['program_id', 'status', 'sort', 'order', 'limit', 'skip', 'now'])

function facetOf(filter: EventFilter): Facet | null {
  const rest = narrowingOf(filter)
  const chosen = Object.entries(rest).filter(([, value]) => value !== undefined && value !== null)
  if (chosen.length === 0) return { kind: 'all', value: '' }
  const [name, value] = chosen[0] as [keyof typeof rest, unknown]
  if (chosen.length > 1) return null
  const [word, ...others] = Array.isArray(value) ? (value as string[]) : [String(value)]
  if (word === undefined || others.length > 0) return null
  const kind = countedNames[name]
  if (kind === 'online' || kind === 'free') return value === true ? { kind, value: '' } : null
  // A context with a hyphen is a part of a country.
  return kind === undefined || (kind === 'country' && word.includes('-')) ? null : { kind, value: word }
}

const countedNames: Partial<Record<string, CountedKind>> = {
  type: 'type',
  tags: 'tag',
  venue_id: 'venue',
  venue_city: 'city',
  venue_context: 'country',
  online_event: 'online',
  free: 'free',
}

/** Marks events that have begun, and unmarks those moved to a later day; so many in one run of the clock. */
export const markBegun = (db: Db, now: number) =>
  db.run(
    sql`UPDATE events SET has_started = 1 - has_started WHERE id IN (SELECT id FROM ${misplaced(null, now)} LIMIT 500)`,
  )
