import { and, type SQL, sql } from 'drizzle-orm'
import type { SQLiteColumn, SQLiteTable } from 'drizzle-orm/sqlite-core'

type Listed = {
  table: SQLiteTable & { id: SQLiteColumn }
  where: SQL | undefined /** The columns that the list is sorted by, including its id. */
  sort: (SQLiteColumn | SQL)[]
}
type PageStartInput = { page_of?: string | undefined; limit: number; skip: number; order: 'asc' | 'desc' }

/**
 * Offset of the page that contains the given row, counted by the statement itself; 0 when the list lacks the row.
 * Without a row, the requested offset.
 */
export function pageStart(
  { page_of: id, limit, skip, order }: PageStartInput,
  { table, where, sort }: Listed,
): SQL<number> {
  if (id === undefined) return sql<number>`${skip}`
  const place = sql.join(sort, sql`, `)
  const one = sql`(SELECT ${place} FROM ${table} WHERE ${and(where, sql`${table.id} = ${id}`)})`
  const before = sql`(SELECT count(*) FROM ${table} WHERE ${and(where, sql`(${place}) ${sql.raw(order === 'desc' ? '>' : '<')} ${one}`)})`
  const size = sql`CAST(${Math.max(limit, 1)} AS INTEGER)`
  return sql<number>`${before} / ${size} * ${size}`
}

/** The offset for `.offset()`, which accepts SQL although its type only allows numbers. */
export const startingAt = (start: SQL<number>): number => start as unknown as number

/** The translations of a row's name only, because lists read no other text. */
export const nameTranslations = (table: string): SQL =>
  sql.raw(
    `json_object('language', ${table}.translations ->> '$.language', 'en', json_object('name', ${table}.translations ->> '$.en.name'), 'fr', json_object('name', ${table}.translations ->> '$.fr.name'))`,
  )
