import { getTableColumns, type SQL, sql } from 'drizzle-orm'
import type { SQLiteColumn, SQLiteTable } from 'drizzle-orm/sqlite-core'
import type { Db, Statement } from '../../../platform/database/database.ts'
import { chunk } from '../../../platform/database/json-lists.ts'

type Upsert = {
  at: SQLiteColumn[]
  keep?: string[]
  set?: Record<
    string,
    SQL
  > /** Columns that triggers maintain. They are neither in the rows nor changed by an upsert. */
  derived?: SQLiteColumn[]
}

/**
 * Upserts many rows in few statements. New rows are inserted. Existing rows get every column except the id, the
 * creation time and `keep`.
 */
export function upsert(
  db: Db,
  table: SQLiteTable,
  rows: object[],
  { at, keep = [], set = {}, derived = [] }: Upsert,
): Statement[] {
  if (rows.length === 0) return []
  const columns = Object.values(getTableColumns(table)).map(({ name }) => name)
  const initial = new Map(derived.map((column) => [column.name, initialValue(column)]))
  const values = sql.join(
    columns.map((name) => initial.get(name) ?? sql.raw(`value ->> '$.${name}'`)),
    sql`, `,
  )
  const kept = new Set(['id', 'created', ...keep, ...initial.keys(), ...at.map(({ name }) => name)])
  const changed = Object.fromEntries(
    columns.filter((name) => !kept.has(name)).map((name) => [name, sql.raw(`excluded."${name}"`)]),
  )
  const all = { ...changed, ...set }
  return chunk(rows).map((part) => {
    const insert = db.insert(table).select(sql`SELECT ${values} FROM json_each(${part}) WHERE true`)
    return Object.keys(all).length === 0
      ? insert.onConflictDoNothing()
      : insert.onConflictDoUpdate({ target: at, set: all })
  })
}

const initialValue = (column: SQLiteColumn): SQL =>
  sql`${column.hasDefault ? column.mapToDriverValue(column.default) : null}`
