import { ApiError } from '../../../contract/api-error.ts'
import { maxImportColumns, maxImportRows } from '../../../contract/limits.ts'
import { ColumnMapping, type DateOrder, type ImportField } from '../../../contract/organisation/event-import.ts'
import type { ImportWords } from '../../../contract/sentences/import-words.ts'
import type { Upload } from '../../../platform/context.ts'
import { fileText } from '../../../platform/file-text.ts'
import { type CsvRow, readCsvRows } from '../../../platform/middleware/csv-file.ts'
import { orderOf } from './read-dates.ts'

/** The first row of a CSV file, which names its columns, and its other rows. Throws for any other file. */
export async function rowsOf({ bytes }: Upload, words: ImportWords): Promise<[CsvRow, ...CsvRow[]]> {
  if (bytes[0] === 0x50 && bytes[1] === 0x4b) throw fileMistake(words.workbook)
  const text = fileText(bytes)
  const rows = text === null ? null : await readCsvRows(new TextEncoder().encode(text), 1 + maxImportRows)
  const [head, ...body] = rows ?? []
  if (!head || body.length === 0 || head.cells.length > maxImportColumns) throw fileMistake(words.notTable)
  return [head, ...body]
}

export const fileMistake = (message: string): ApiError =>
  new ApiError('invalid_file', { param: 'file', message, errors: [{ type: 'invalid_file', param: 'file', message }] })

/** Parses a mapping. Throws when it is not one. */
export function readMapping(text: string): ColumnMapping {
  const message =
    'Send a JSON object from the name of a column to its field, or to null: {"Fee": "price", "Notes": null}.'
  const wrong = (param: string) =>
    new ApiError('invalid_parameter', { param, message, errors: [{ type: 'invalid_parameter', param, message }] })
  let written: unknown
  try {
    written = JSON.parse(text)
  } catch {
    throw wrong('mapping')
  }
  const checked = ColumnMapping.safeParse(written)
  if (checked.success) return checked.data
  throw wrong(['mapping', ...(checked.error.issues[0]?.path ?? [])].map(String).join('.'))
}

const dateFields: ReadonlySet<ImportField | null> = new Set([
  'starts_on',
  'ends_on',
  'sale_starts',
  'sale_ends',
  'balance_on',
])
/** The order of day and month that the days of a file prove; null if they prove none or both. */
export function orderOfFile(rows: readonly CsvRow[], columns: readonly (ImportField | null)[]): DateOrder | null {
  const orders = new Set<DateOrder | null>()
  for (const { cells } of rows)
    for (const [at, field] of columns.entries()) if (dateFields.has(field)) orders.add(orderOf(cells[at] ?? ''))
  orders.delete(null)
  const [order = null] = orders
  return orders.size === 1 ? order : null
}
/** The order in which the country of a program writes days; null where both are usual. */
export const usualOrder = ({ country }: { country: string | null }): DateOrder | null =>
  country === 'US' ? 'month_first' : null
