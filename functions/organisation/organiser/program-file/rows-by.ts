const indexes = new WeakMap<readonly object[], Map<PropertyKey, Map<unknown, object[]>>>()

/**
 * The rows of a list with this value in a column. The index is built once per column, so the list must not change
 * afterwards.
 */
export function rowsBy<Row extends object, Column extends keyof Row>(
  rows: readonly Row[],
  column: Column,
  value: Row[Column],
): readonly Row[] {
  const columns = indexes.get(rows) ?? new Map<PropertyKey, Map<unknown, object[]>>()
  indexes.set(rows, columns)
  const groups = columns.get(column) ?? Map.groupBy<unknown, object>(rows, (row) => (row as Row)[column])
  columns.set(column, groups)
  return (groups.get(value) ?? []) as Row[]
}

/** The first row with this value in a column. */
export const rowBy = <Row extends object, Column extends keyof Row>(
  rows: readonly Row[],
  column: Column,
  value: Row[Column],
): Row | undefined => rowsBy(rows, column, value)[0]

/** True if a list has an item with this key. */
export const hasKey = (rows: readonly { key: string }[], key: string | null): boolean =>
  key !== null && rowBy(rows, 'key', key) !== undefined

/** The key of a row by its id; the id itself if there is no such row. */
export const keyOf = (rows: readonly { id: string; key: string }[], id: string): string =>
  rowBy(rows, 'id', id)?.key ?? id

/** The rows whose key is not in the file. */
export const rowsWithout = <Row extends { key: string }>(
  rows: readonly Row[],
  items: readonly { key: string }[],
): Row[] => rows.filter(({ key }) => !hasKey(items, key))
