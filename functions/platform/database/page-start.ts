import { and, type SQL, sql } from 'drizzle-orm'
import type { SQLiteColumn, SQLiteTable } from 'drizzle-orm/sqlite-core'

type Listed = {
  table: SQLiteTable & { id: SQLiteColumn }
  where: SQL | undefined /** What the list is sorted by, its id included. */
  sort: (SQLiteColumn | SQL)[]
}
type PageStartInput = { page_of?: string | undefined; limit: number; skip: number; order: 'asc' | 'desc' }

/** Where the page begins that holds one row: the rows before it in whole pages, counted by the statement itself; 0 where the list has no such row. Without a row, what is skipped. */
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

/** The same for `.offset()`, which takes SQL as it is and says numbers only. */
export const startingAt = (start: SQL<number>): number => start as unknown as number

/** Of a row's translations those of its name alone: what lists read, which show no other text. */
export const nameTranslations = (table: string): SQL =>
  sql.raw(
    `json_object('language', ${table}.translations ->> '$.language', 'en', json_object('name', ${table}.translations ->> '$.en.name'), 'fr', json_object('name', ${table}.translations ->> '$.fr.name'))`,
  )
