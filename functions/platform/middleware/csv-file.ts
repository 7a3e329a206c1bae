import { largestPageSize } from '../../contract/limits.ts'
import type { List } from '../../contract/paging.ts'

type Cells = (string | number | null)[]

/** What a spreadsheet takes for a formula at the beginning of a cell: fullwidth signs too, and after spaces or line breaks. */
const formula = /^[\s\u00a0]*[=+\-@\t\r\n|\uff1d\uff0b\uff0d\uff20]/

// Loaded with the first file: most isolates never meet one.
const papaparse = async () => (await import('papaparse')).default

/** A file for spreadsheets: UTF-8 with BOM, every cell quoted; an apostrophe keeps a spreadsheet from calculating a text. */
export async function csvFile(rows: readonly Cells[]): Promise<string> {
  const { unparse } = await papaparse()
  const cells = rows.map((row) => row.map((cell) => cell ?? ''))
  return `\ufeff${unparse(cells, { quotes: true, newline: '\r\n', escapeFormulae: formula })}\r\n`
}

/** A whole list as such a file, read a page at a time. */
export async function csvOfPages<Row>(
  head: string[],
  readPage: (page: { limit: number; skip: number }) => Promise<List<Row>>,
  cellsOf: (row: Row) => Cells,
): Promise<string> {
  const rows: Cells[] = [head]
  for (let skip = 0; ; skip += largestPageSize) {
    const { data, total, total_capped } = await readPage({ limit: largestPageSize, skip })
    rows.push(...data.map(cellsOf))
    // A list that is counted to a thousand has more rows than it says.
    if (data.length === 0 || (!total_capped && skip + data.length >= total)) return csvFile(rows)
  }
}

/** The cells of a file by row, empty rows left out; null where it is no text, a quote is misplaced or there are more than `maxRows`. Semicolons separate cells where the first line has no comma. */
export async function readCsv(bytes: Uint8Array, maxRows: number): Promise<string[][] | null> {
  const text = decode(bytes)
  if (text === null) return null
  const firstLine = /^[^\r\n]*/.exec(text)?.[0] ?? ''
  const { parse } = await papaparse()
  const rows: string[][] = []
  let isReadable = true
  parse<string[]>(text, {
    delimiter: firstLine.includes(',') ? ',' : ';',
    newline: '\n',
    transform: (cell) => cell.replace(/\r$/, ''),
    skipEmptyLines: 'greedy',
    step: ({ data, errors }, parser) => {
      isReadable = errors.length === 0 && rows.push(data) <= maxRows
      if (!isReadable) parser.abort()
    },
  })
  return isReadable ? rows : null
}

function decode(bytes: Uint8Array): string | null {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes)
    return text.includes('\u0000') ? null : text
  } catch {
    return null
  }
}

/** How such a file is answered: to be saved, and kept by no cache. */
export const csvHeaders = (name: string) => ({
  'Content-Type': 'text/csv; charset=utf-8',
  'Content-Disposition': `attachment; filename="${name}.csv"`,
  'Cache-Control': 'private, no-store',
})
