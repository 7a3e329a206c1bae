/** What a spreadsheet takes for a formula at the beginning of a cell: fullwidth signs too, and after spaces or line breaks. */
const formula = /^[\s\u00a0]*[=+\-@\t\r\n|\uff1d\uff0b\uff0d\uff20]/

/** One cell: always quoted; an apostrophe keeps a spreadsheet from calculating it. */
export function csvCell(value: string | number | null): string {
  const text = value === null ? '' : String(value)
  const safe = typeof value === 'string' && formula.test(text) ? `'${text}` : text
  return `"${safe.replaceAll('"', '""')}"`
}

/** A file for spreadsheets: UTF-8 with its mark, lines that end as RFC 4180 says. */
export const csvFile = (rows: readonly (readonly (string | number | null)[])[]): string =>
  `\ufeff${rows.map((cells) => `${cells.map(csvCell).join(',')}\r\n`).join('')}`
