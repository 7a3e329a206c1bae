import { csvDelimiter } from '../../contract/organisation/import-form.ts'
import { largestPageSize } from '../../contract/limits.ts'
import type { Language } from '../../contract/field-rules.ts'
import type { List } from '../../contract/paging.ts'

type Cells = (string | number | null)[]

/**
 * Matches the start of a cell that a spreadsheet reads as a formula, including fullwidth signs, also after spaces or
 * line breaks. A phone number does not match, because a spreadsheet keeps its digits.
 */
const formula = /^(?!\+\d{8,15}$)[\s\u00a0]*[=+\-@\t\r\n|\uff1d\uff0b\uff0d\uff20]/

// The library is loaded with the first file, because most isolates never need it.
const papaparse = async () => (await import('papaparse')).default

/**
 * A CSV file: UTF-8 with BOM, every cell quoted; an apostrophe prevents formulas. Spreadsheets in French expect a
 * semicolon between cells and a comma in numbers.
 */
export async function csvFile(rows: readonly Cells[], language: Language = 'en'): Promise<string> {
  const { unparse } = await papaparse()
  const isFrench = language === 'fr'
  const asCell = (cell: Cells[number]) =>
    typeof cell === 'number' && isFrench ? String(cell).replace('.', ',') : (cell ?? '')
  const cells = rows.map((row) => row.map(asCell))
  const delimiter = isFrench ? ';' : ','
  return `\ufeff${unparse(cells, { quotes: true, delimiter, newline: '\r\n', escapeFormulae: formula })}\r\n`
}

/** A whole list as a CSV file, read page by page of `pageSize` rows. */
export async function csvOfPages<Row>(
  head: string[],
  readPage: (page: { limit: number; skip: number }) => Promise<List<Row>>,
  cellsOf: (row: Row) => Cells,
  { language = 'en', pageSize = largestPageSize }: { language?: Language; pageSize?: number } = {},
): Promise<string> {
  const rows: Cells[] = [head]
  for (let skip = 0; ; skip += pageSize) {
    const { data, total, total_capped } = await readPage({ limit: pageSize, skip })
    rows.push(...data.map(cellsOf))
    // A list with a capped total has more rows than its total.
    if (data.length === 0 || (!total_capped && skip + data.length >= total)) return csvFile(rows, language)
  }
}

/** A row of a CSV file; `number` counts from 1, with empty rows, as a spreadsheet does. */
export type CsvRow = { number: number; cells: string[] }

/** Spreadsheets write empty rows below a table. More of them than this cost more than a file is worth. */
const maxEmptyRows = 10_000

/**
 * The rows of a CSV file, without empty rows. Null when the file is not text, a quote is misplaced or it exceeds
 * `maxRows` or `maxEmptyRows`. A semicolon or tab is the separator when the first line has no comma.
 */
export async function readCsvRows(bytes: Uint8Array, maxRows: number): Promise<CsvRow[] | null> {
  const text = decode(bytes)
  if (text === null) return null
  const { parse } = await papaparse()
  const rows: CsvRow[] = []
  let number = 0
  let isReadable = true
  parse<string[]>(text, {
    delimiter: csvDelimiter(text),
    newline: '\n',
    transform: (cell) => cell.replace(/\r$/, ''),
    step: ({ data, errors }, parser) => {
      number += 1
      const isEmpty = data.every((cell) => cell.trim() === '')
      if (!isEmpty) rows.push({ number, cells: data })
      isReadable = errors.length === 0 && rows.length <= maxRows && number - rows.length <= maxEmptyRows
      if (!isReadable) parser.abort()
    },
  })
  return isReadable ? rows : null
}

/** The cells of the rows of a CSV file. */
export const readCsv = async (bytes: Uint8Array, maxRows: number): Promise<string[][] | null> =>
  (await readCsvRows(bytes, maxRows))?.map(({ cells }) => cells) ?? null

function decode(bytes: Uint8Array): string | null {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes)
    return text.includes('\u0000') ? null : text
  } catch {
    return null
  }
}

/** Response headers of a CSV download, which no cache may store. */
export const csvHeaders = (name: string) => ({
  'Content-Type': 'text/csv; charset=utf-8',
  'Content-Disposition': `attachment; filename="${name}.csv"`,
  'Cache-Control': 'private, no-store',
})
