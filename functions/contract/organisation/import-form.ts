/** In the form of an import, a column whose field follows from its name. */
export const knownByName = 'auto'

type Fields = Readonly<Record<string, unknown>>
const textOf = (fields: Fields, name: string): string => (typeof fields[name] === 'string' ? fields[name] : '')

/** The name of the control that corrects a cell: its row in the spreadsheet, and its column from 0. */
export const cellField = (row: number, column: number): string => `cell.${row}.${column}`

/** What separates the cells of a CSV: a semicolon or tab when the first line has no comma. */
export function csvDelimiter(text: string): ',' | ';' | '\t' {
  const firstLine = /^[^\r\n]*/.exec(text)?.[0] ?? ''
  return firstLine.includes(',') ? ',' : firstLine.includes('\t') ? '\t' : ';'
}

/** The mapping of the chosen columns as JSON; null if every column is known by its name. */
function mappingOf(fields: Fields): string | null {
  const chosen = Object.entries(fields).flatMap(([name, field]) => {
    const [, at = ''] = /^map\.(\d{1,3})$/.exec(name) ?? []
    const header = fields[`head.${at}`]
    return at !== '' && typeof field === 'string' && field !== knownByName && typeof header === 'string'
      ? [[header, field === '' ? null : field] as const]
      : []
  })
  return chosen.length === 0 ? null : JSON.stringify(Object.fromEntries(chosen))
}

/** How a form reads its spreadsheet. The page keeps it in `checked`, so that nothing is imported before it was shown. */
export const readingOf = (fields: Fields): string => `${mappingOf(fields) ?? ''} ${textOf(fields, 'date_order')}`.trim()

/** The body of the import of a form. A browser sends the lines of its text with CRLF. */
export function importBodyOf(fields: Fields): FormData {
  const text = textOf(fields, 'csv').replaceAll('\r\n', '\n')
  const body = new FormData()
  body.set('file', new File([text], 'events.csv', { type: 'text/csv' }))
  const mapping = mappingOf(fields)
  if (mapping !== null) body.set('mapping', mapping)
  const order = textOf(fields, 'date_order')
  if (order !== '') body.set('date_order', order)
  return body
}
