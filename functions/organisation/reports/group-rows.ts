import { type SQL, sql } from 'drizzle-orm'
import { weekMs } from '../../contract/limits.ts'
import type { ReportGroup } from '../../contract/organisation/reports.ts'
import type { Db } from '../../platform/database/database.ts'

/** A day or a week of a report, or all of it, in milliseconds. `key` is its first day; of a week, the Monday; of a month, the first. */
export type Period = { key: string; starts: number; ends: number }
export type Window = { program_id: string; periods: readonly Period[]; now: number }

export const startOf = ({ periods }: Window): number => periods[0]?.starts ?? 0
export const endOf = ({ periods }: Window): number => periods.at(-1)?.ends ?? 0

/** The pieces of a period that lie in one week since 1970, `slot`. Time zones begin their weeks at other hours. */
const piecesOf = ({ key, starts, ends }: Period) =>
  Array.from({ length: slotOf(ends - 1) - slotOf(starts) + 1 }, (_, at) => {
    const slot = slotOf(starts) + at
    return { key, slot, starts: Math.max(starts, slot * weekMs), ends: Math.min(ends, (slot + 1) * weekMs) }
  })
const slotOf = (time: number): number => Math.floor(time / weekMs)

/** The common table of the pieces of the periods of a report, each with the present time. */
export const periodsOf = ({ periods, now }: Window): SQL =>
  sql`periods AS MATERIALIZED (SELECT value ->> '$.key' AS key, value ->> '$.slot' AS slot, value ->> '$.starts' AS starts,
    value ->> '$.ends' AS ends, ${now} AS now FROM json_each(${JSON.stringify(periods.flatMap(piecesOf))}))`

// A bound number is a real one, whose division has a fraction.
/** Condition that a time is in a row of `periods`, which is found by its slot. */
export const isInPeriod = (time: SQL): SQL =>
  sql`periods.slot = ${time} / ${sql.raw(String(weekMs))} AND ${time} >= periods.starts AND ${time} < periods.ends`

const firstVenue = sql`coalesce(
  (SELECT v.venue_id FROM event_venues AS v WHERE v.event_id = lines.place ORDER BY v.position LIMIT 1),
  (SELECT v.venue_id FROM appointment_type_venues AS v WHERE v.appointment_type_id = lines.place ORDER BY v.position LIMIT 1), '')`

/**
 * What a line counts for. Lines have `week`, `place` (an event or appointment type), `product`, and the `kind` of what
 * is neither.
 */
export const keyOf: Record<ReportGroup, SQL> = {
  day: sql`lines.week`,
  week: sql`lines.week`,
  month: sql`lines.week`,
  event: sql`coalesce(lines.place, lines.kind, '')`,
  venue: firstVenue,
  product: sql`coalesce(lines.product, lines.kind, '')`,
}

const ofTime = { columns: sql`g.key AS name, NULL AS translations`, joins: sql`` }

/** The joins and columns with the name of a group `g`; null for what has none. */
export const namesOf: Record<ReportGroup, { columns: SQL; joins: SQL }> = {
  day: ofTime,
  week: ofTime,
  month: ofTime,
  event: {
    columns: sql`coalesce(e.name, a.name) AS name, coalesce(e.translations, a.translations) AS translations`,
    joins: sql`LEFT JOIN events AS e ON e.id = g.key LEFT JOIN appointment_types AS a ON a.id = g.key`,
  },
  venue: {
    columns: sql`v.name AS name, v.translations AS translations`,
    joins: sql`LEFT JOIN venues AS v ON v.id = g.key`,
  },
  product: { columns: sql`g.product_name AS name, g.product_texts AS translations`, joins: sql`` },
}

export type Value = string | number | null
/** Columns of a group of every report: its name, and the number of all groups. */
export const groupColumns = ['key', 'kind', 'name', 'translations', 'total'] as const
export type Group = {
  key: string
  kind: string | null
  name: string | null
  translations: string | null
  total: number
}

/** The named columns of a query with common tables, for one batch with others. */
export const rowsOf = <Row extends Record<string, Value>>(db: Db, names: readonly string[], query: SQL) => {
  const columns = Object.fromEntries(names.map((name) => [name, sql<Value>`${sql.identifier(name)}`]))
  return db.select(columns as { [Name in keyof Row]: SQL<Row[Name]> }).from(sql`(${query})`)
}
