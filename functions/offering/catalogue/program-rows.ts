import { among } from '../../platform/database/json-lists.ts'
import { and, asc, count, desc, eq, getTableColumns, or, placeholder, type SQL, sql } from 'drizzle-orm'
import type { ProgramListQuery } from '../../contract/offering/explore.ts'
import type { Db } from '../../platform/database/database.ts'
import { prepared } from '../../platform/database/prepared.ts'
import { events, programs, staffMembers } from '../../platform/database/tables.ts'
import * as billingStates from '../../contract/states/billing-states.ts'
import { statusList } from '../../platform/database/status-sql.ts'

const { source, first_applied_on, billing_status, closed, ...columns } = getTableColumns(programs)
export type ProgramRecord = Omit<
  typeof programs.$inferSelect,
  'source' | 'first_applied_on' | 'billing_status' | 'closed'
>

// The contract statuses in which an organisation's page is open.
const isOpen = sql`${programs.billing_status} IN ${statusList(billingStates.open)}`

/** One public program. */
export const publicProgram = prepared((db) =>
  db
    .select(columns)
    .from(programs)
    .where(and(eq(programs.id, placeholder('program_id')), isOpen))
    .prepare(),
)
/** One program in any contract status: its customers can still read their bookings. */
export const anyProgram = prepared((db) =>
  db
    .select({ ...columns, is_open: sql<number>`${isOpen}`.as('is_open') })
    .from(programs)
    .where(eq(programs.id, placeholder('program_id')))
    .prepare(),
)
export const sellingOf = prepared((db) =>
  db
    .select({ selling: programs.selling })
    .from(programs)
    .where(and(eq(programs.id, placeholder('program_id')), isOpen))
    .prepare(),
)
export const timezonesOf = prepared((db) =>
  db
    .select({ timezone: programs.timezone })
    .from(programs)
    .where(eq(programs.id, placeholder('program_id')))
    .prepare(),
)

/** The time zone of a program, and those of its published events, for one batch. */
export const zonesOfProgram = (db: Db, programId: string) =>
  [
    db.select({ timezone: programs.timezone }).from(programs).where(eq(programs.id, programId)),
    db
      .selectDistinct({ timezone: events.timezone })
      .from(events)
      .where(and(eq(events.program_id, programId), eq(events.status, 'published'))),
  ] as const

export type ProgramFilter = Omit<ProgramListQuery, 'search' | 'place_name'> & {
  terms: string | null
  placeTerms: string | null
  now: number
}

/** One page of programs and their total count, for one batch. */
export function programPage(db: Db, filter: ProgramFilter) {
  const where = conditionOf(filter)
  const direction = filter.order === 'desc' ? desc : asc
  return [
    db
      .select(columns)
      .from(programs)
      .where(where)
      .orderBy(direction(programs[filter.sort]), direction(programs.id))
      .limit(filter.limit)
      .offset(filter.skip),
    db.select({ total: count() }).from(programs).where(where),
  ] as const
}

function conditionOf(filter: ProgramFilter): SQL | undefined {
  return and(
    isOpen,
    filter.featured === undefined ? undefined : eq(programs.featured, filter.featured),
    filter.type ? hasAnyOf('types', filter.type) : undefined,
    filter.tags ? hasAnyOf('tags', filter.tags) : undefined,
    filter.terms === null
      ? undefined
      : hasWord.test(filter.terms)
        ? or(saysSo(filter.terms), offersIt({ terms: filter.terms, now: filter.now }))
        : saysSo(filter.terms),
    filter.placeTerms === null
      ? undefined
      : sql`programs.rowid IN (SELECT rowid FROM programs_text WHERE programs_text MATCH ${`place : (${filter.placeTerms})`})`,
  )
}

const saysSo = (terms: string) =>
  sql`programs.rowid IN (SELECT rowid FROM programs_text WHERE programs_text MATCH ${terms})`
// A single letter matches an event of nearly every program, so it only searches programs.
const hasWord = /"[^"]{2}/
// A search for "canoe" means an activity, which is more often in the name of an event than in that of a program.
const offersIt = ({ terms, now }: { terms: string; now: number }) =>
  sql`programs.id IN (SELECT e.program_id FROM events AS e WHERE e.rowid IN (SELECT rowid FROM events_text WHERE events_text MATCH ${terms}) AND e.status = 'published' AND e.ends_at >= ${now})`

/** Condition that a program's types or tags contain at least one of the words. */
const hasAnyOf = (column: 'types' | 'tags', words: string[]) =>
  sql`EXISTS (SELECT 1 FROM json_each(programs.${sql.raw(column)}) AS each WHERE each.value IN ${among(words)})`

export const programExists = (db: Db, programId: string) =>
  db
    .select({ id: programs.id, timezone: programs.timezone })
    .from(programs)
    .where(and(eq(programs.id, programId), isOpen))

/** The selling terms, features and membership terms of a program, for showing its packages; for one batch. */
export const sellerOf = (db: Db, programId: string) =>
  db
    .select({
      currency: programs.default_currency,
      country: programs.country,
      timezone: programs.timezone,
      features: programs.features,
      selling: programs.selling,
      preferences: programs.preferences,
      translations: programs.translations,
    })
    .from(programs)
    .where(and(eq(programs.id, programId), isOpen))

const programCountBy = (db: Db, column: 'types' | 'tags') =>
  db.all<{ value: string; count: number; language: string | null; names: string | null }>(
    sql`SELECT each.value AS value, count(DISTINCT p.id) AS count, iif(min(p.language) = max(p.language), min(p.language), NULL) AS language, max((SELECT n.value FROM json_each(p.tag_names) AS n WHERE n.key = each.value)) AS names FROM programs AS p CROSS JOIN json_each(p.${sql.raw(column)}) AS each WHERE p.billing_status IN ${statusList(billingStates.open)} GROUP BY each.value ORDER BY 2 DESC, 1`,
  )

/** Types and tags of all public programs, most frequent first, for one batch. */
export const programChoiceCounts = (db: Db) => [programCountBy(db, 'types'), programCountBy(db, 'tags')] as const

/** The roles of the active members of a program's team. */
export const rolesInTeam = (db: Db, program_id: string) =>
  db
    .selectDistinct({ role: staffMembers.role })
    .from(staffMembers)
    .where(and(eq(staffMembers.program_id, program_id), eq(staffMembers.status, 'active')))
