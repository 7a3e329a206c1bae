import { type SQL, type SQLWrapper, sql } from 'drizzle-orm'

/**
 * Maximum number of characters in one JSON text: the database accepts two million bytes, and a character has at most
 * four.
 */
const maxCharacters = 450_000

/** Rows as JSON lists, each short enough for one parameter of a statement. */
export function chunk(rows: readonly object[]): string[] {
  const parts: string[][] = []
  let length = Number.POSITIVE_INFINITY
  for (const row of rows) {
    const text = JSON.stringify(row)
    if (length + text.length > maxCharacters) {
      parts.push([])
      length = 0
    }
    parts.at(-1)?.push(text)
    length += text.length + 1
  }
  return parts.map((texts) => `[${texts.join(',')}]`)
}

/**
 * A list for a condition, as in `id IN ${among(ids)}`. It is one parameter of any length, because D1 binds at most 100.
 */
export const among = (values: readonly unknown[]): SQL => sql`(SELECT value FROM json_each(${JSON.stringify(values)}))`

/** Condition: a column has an id, which may come from a subquery, or one of several ids. */
export const hasId = (column: SQLWrapper, ids: string | SQL | readonly string[]): SQL =>
  Array.isArray(ids) ? sql`${column} IN ${among(ids)}` : sql`${column} = ${ids}`
