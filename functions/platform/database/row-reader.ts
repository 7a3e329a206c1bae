import { Column, is, SQL } from 'drizzle-orm'

type Field = { path: string[]; field: unknown }
type Decoder = { mapFromDriverValue: (value: unknown) => unknown }
type Read = {
  fields?: Field[]
  joinsNotNullableMap?: Record<string, boolean>
  customResultMapper?: (rows: unknown[][]) => unknown
}

/**
 * Gives a prepared query a row mapper that is also built once. Drizzle determines the column type for every cell of
 * every row, which for a list costs as much as its query. Queries with nullable joins keep drizzle's mapper.
 */
export function withOwnReader<Query>(query: Query): Query {
  const read = query as Read
  const { fields, joinsNotNullableMap = {} } = read
  if (
    !fields ||
    read.customResultMapper ||
    fields.some(({ path }) => path.length > 2) ||
    Object.values(joinsNotNullableMap).includes(false)
  )
    return query
  const cells = fields.map(({ path, field }) => ({
    part: path.length === 2 ? (path[0] ?? null) : null,
    name: path.at(-1) ?? '',
    decode: decoderOf(field),
  }))
  const parts = [...new Set(cells.flatMap(({ part }) => part ?? []))]

  read.customResultMapper = (rows) =>
    rows.map((row) => {
      const record: Record<string, unknown> = {}
      for (const part of parts) record[part] = {}
      for (let at = 0; at < cells.length; at += 1) {
        const { part, name, decode } = cells[at] as (typeof cells)[number]
        const value = row[at] ?? null
        const place = part === null ? record : (record[part] as Record<string, unknown>)
        place[name] = value === null || decode === null ? value : decode(value)
      }
      return record
    })
  return query
}

const plain = Column.prototype.mapFromDriverValue

/** The decoder for a column's values, or null when values stay as they are. */
function decoderOf(field: unknown): ((value: unknown) => unknown) | null {
  if (is(field, Column)) return field.mapFromDriverValue === plain ? null : (value) => field.mapFromDriverValue(value)
  const { decoder } = (is(field, SQL) ? field : (field as { sql: SQL }).sql) as unknown as { decoder: Decoder }
  return (value) => decoder.mapFromDriverValue(value)
}
