import { largestPageSize } from '../../contract/limits.ts'
import type { List } from '../../contract/paging.ts'

type Cells = (string | number | null)[]

/** What a spreadsheet takes for a formula at the beginning of a cell: fullwidth signs too, and after spaces or line breaks. */
const formula = /^[\s\u00a0]*[=+\-@\t\r\n|\uff1d\uff0b\uff0d\uff20]/

/** One cell: always quoted; an apostrophe keeps a spreadsheet from calculating it. */
export function csvCell(value: string | number | null): string {
  const text = value === null ? '' : String(value)
  const safe = typeof value === 'string' && formula.test(text) ? `'${text}` : text
  return `"${safe.replaceAll('"', '""')}"`
}

/** A file for spreadsheets: UTF-8 with its mark, lines that end as RFC 4180 says. */
export const csvFile = (rows: readonly Cells[]): string =>
  `\ufeff${rows.map((cells) => `${cells.map(csvCell).join(',')}\r\n`).join('')}`

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

/** How such a file is answered: to be saved, and kept by no cache. */
export const csvHeaders = (name: string) => ({
  'Content-Type': 'text/csv; charset=utf-8',
  'Content-Disposition': `attachment; filename="${name}.csv"`,
  'Cache-Control': 'private, no-store',
})
