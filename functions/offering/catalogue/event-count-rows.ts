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
/** A value that events are counted by. */
type Facet = { kind: CountedKind; value: string }
type Column = 'num_listed' | 'num_upcoming'

/**
 * The stored count for these statuses: of all published events, or of those that have not started; null when no count
 * is stored.
 */
export function countedColumn(status: LifecycleFilter['status']): Column | null {
  if (!status || status.length === 0) return 'num_listed'
  return status.every((each) => each === 'upcoming') ? 'num_upcoming' : null
}

/**
 * Events that the stored counts have on the wrong side of the current time. They started after they were last marked,
 * or were marked and then moved to a later day.
 */
const misplaced = (programId: string | null, now: number): SQL => {
  const ofProgram = programId === null ? sql`` : sql`program_id = ${programId} AND `
  return sql`(SELECT id FROM events WHERE ${ofProgram}status = 'published' AND has_started = 0 AND starts_at <= ${now} UNION ALL SELECT id FROM events WHERE ${ofProgram}status = 'published' AND has_started = 1 AND starts_at > ${now})`
}

/** The current counts of one kind of a program's events, as a table of `value` and `num`. */
export function countsOf(programId: string, kind: CountedKind, { column, now }: { column: Column; now: number }): SQL {
  const stored = sql`SELECT value, ${sql.raw(column)} AS num FROM event_counts WHERE program_id = ${programId} AND kind = ${kind}`
  return column === 'num_listed'
    ? sql`(SELECT value, num FROM (${stored}) WHERE num > 0)`
    : sql`(SELECT value, sum(num) AS num FROM (${stored} UNION ALL SELECT f.value, iif(f.has_started = 1, 1, -1) FROM event_facets AS f WHERE f.event_id IN ${misplaced(programId, now)} AND f.kind = ${kind}) GROUP BY value HAVING sum(num) > 0)`
}

/**
 * How many events match a filter, from the stored counts. Possible without a filter, or with one counted value; null
 * when the events themselves must be counted.
 */
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

/** The conditions of a filter, without its program and how its list is shown. */
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
  // A context with a hyphen is a region of a country.
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

/** Marks started events, and unmarks those moved to a later day, up to a limit per run. */
export const markBegun = (db: Db, now: number) =>
  db.run(
    sql`UPDATE events SET has_started = 1 - has_started WHERE id IN (SELECT id FROM ${misplaced(null, now)} LIMIT 500)`,
  )
