import type { ErrorType } from '../../../contract/api-error.ts'
import type { ImportField } from '../../../contract/organisation/event-import.ts'
import type { ImportWords } from '../../../contract/sentences/import-words.ts'
import type { CsvRow } from '../../../platform/middleware/csv-file.ts'
import { type CellRead, importFieldRows, type ReadContext } from './import-fields.ts'
import { keyFrom, plainWord } from '../../../contract/organisation/written-words.ts'

/** A cell by its row in the spreadsheet and the name of its column. */
export type Cell = { row: number; header: string }
export type ImportMistake = Cell & { type: ErrorType; message: string }
type Prop = { value: unknown; text: string; cell: Cell }
export type Props = Map<string, Prop>
type ImportedDate = { starts_at: string; ends_at: string; start: Cell; end: Cell }
/** An event of a file: its values, its dates by start, and its options; '' is an option without a name. */
export type ImportedEvent = {
  key: string
  rows: number[]
  first: Cell
  values: Props
  dates: Map<string, ImportedDate>
  options: Map<string, Props>
  /** Fields whose cells have a mistake. No other mistake of these fields is reported. */
  faulty: Set<ImportField>
}
/** The names of the columns of a file, and their fields. */
export type Sheet = { headers: readonly string[]; columns: readonly (ImportField | null)[] }
type RowParts = Record<'event' | 'date' | 'option', Props> & {
  number: number
  /** Fields whose cells have a mistake. */
  faulty: ImportField[]
}

/** The dates of an event in their order. */
export const datesInOrder = ({ dates }: ImportedEvent): ImportedDate[] =>
  [...dates.values()].sort((a, b) => (a.starts_at < b.starts_at ? -1 : 1))

/** The name of a field's column, or of the field if the file has no such column. */
export const headerOf = ({ headers, columns }: Sheet, field: ImportField): string => {
  const at = columns.indexOf(field)
  return at === -1 ? field : (headers[at] ?? field)
}

/** Reads the cells of a row without the empty ones. */
export function readRow(row: CsvRow, sheet: Sheet, at: ReadContext): { parts: RowParts; mistakes: ImportMistake[] } {
  const parts: RowParts = { number: row.number, faulty: [], event: new Map(), date: new Map(), option: new Map() }
  const mistakes: ImportMistake[] = []
  for (const [index, field] of sheet.columns.entries()) {
    const text = (row.cells[index] ?? '').trim()
    if (field === null || text === '') continue
    const cell = { row: row.number, header: sheet.headers[index] ?? field }
    const read = readCell(field, text, at)
    if (!read.ok) {
      mistakes.push({ ...cell, type: read.type, message: read.message })
      parts.faulty.push(field)
    } else
      for (const [name, value] of Object.entries(read.values))
        parts[importFieldRows[field].of].set(name, { value, text, cell })
  }
  const extra = row.cells.slice(sheet.headers.length).find((text) => text.trim() !== '')
  if (extra !== undefined)
    mistakes.push({
      row: row.number,
      header: '',
      type: 'unknown_parameter',
      message: at.words.extra(extra.trim()),
    })
  return { parts, mistakes }
}

// Most cells of a column repeat, so each text is read once.
function readCell(field: ImportField, text: string, at: ReadContext): CellRead {
  const name = `${field} ${text}`
  const before = at.seen.get(name)
  if (before) return before
  const read = importFieldRows[field].read(text, at)
  at.seen.set(name, read)
  return read
}

/**
 * The events of the rows: rows with one key are one event, with several dates or options. A row without a key and a
 * name belongs to the event above it.
 */
export function groupRows(
  rows: readonly RowParts[],
  sheet: Sheet,
  words: ImportWords,
): { events: ImportedEvent[]; mistakes: ImportMistake[] } {
  const events = new Map<string, ImportedEvent>()
  const mistakes: ImportMistake[] = []
  let above: ImportedEvent | null = null
  for (const row of rows) {
    const key = keyOfRow(row, sheet, above)
    if (key === null) {
      const field = sheet.columns.includes('key') ? 'key' : 'name'
      mistakes.push({
        row: row.number,
        header: headerOf(sheet, field),
        type: 'required',
        message: words.noKey(field),
      })
      continue
    }
    const event: ImportedEvent = events.get(key) ?? newEvent(key, row, sheet)
    events.set(key, event)
    for (const field of row.faulty) event.faulty.add(field)
    if (event.rows.at(-1) !== row.number) event.rows.push(row.number)
    mistakes.push(
      ...mergeProps(event.values, row.event, { words, isOption: false }),
      ...addDate(event, row, { sheet, words }),
      ...addOption(event, row, words),
    )
    above = event
  }
  return { events: [...events.values()], mistakes }
}

const newEvent = (key: string, { number }: RowParts, sheet: Sheet): ImportedEvent => ({
  key,
  rows: [],
  first: { row: number, header: headerOf(sheet, sheet.columns.includes('key') ? 'key' : 'name') },
  values: new Map(),
  dates: new Map(),
  options: new Map(),
  faulty: new Set(),
})

function keyOfRow({ event }: RowParts, sheet: Sheet, above: ImportedEvent | null): string | null {
  const key = event.get('key')?.value as string | undefined
  if (key !== undefined) return key
  const name = event.get('name')?.text
  if (name === undefined) return above?.key ?? null
  if (!sheet.columns.includes('key')) return keyFrom(name) || null
  const sameAsAbove = plainWord(above?.values.get('name')?.text ?? '') === plainWord(name)
  return above && sameAsAbove ? above.key : null
}

/** Adds the values of a row. A value that differs from an earlier row's is a mistake. */
function mergeProps(
  existing: Props,
  added: Props,
  { words, isOption }: { words: ImportWords; isOption: boolean },
): ImportMistake[] {
  return [...added].flatMap(([name, prop]) => {
    const before = existing.get(name)
    if (!before) existing.set(name, prop)
    const isSame =
      !before ||
      (name === 'key'
        ? plainWord(before.text) === plainWord(prop.text)
        : JSON.stringify(before.value) === JSON.stringify(prop.value))
    if (isSame || !before) return []
    const earlier = { text: before.text, row: before.cell.row, column: prop.cell.header, isOption }
    const message = words.differs(prop.text, earlier)
    return [{ ...prop.cell, type: 'invalid_option' as const, message }]
  })
}

function addDate(
  event: ImportedEvent,
  { number, date, faulty }: RowParts,
  { sheet, words }: { sheet: Sheet; words: ImportWords },
): ImportMistake[] {
  if (date.size === 0 || faulty.some((field) => importFieldRows[field].of === 'date')) return []
  const missing = (field: ImportField, message: string): ImportMistake[] => {
    event.faulty.add(field)
    return [{ row: number, header: headerOf(sheet, field), type: 'required', message }]
  }
  const [from, at, to, until] = ['starts_on', 'starts_time', 'ends_on', 'ends_time'].map((name) => date.get(name))
  if (!from) return missing('starts_on', words.firstDay)
  if (!at) return missing('starts_time', words.startTime)
  if (!until) return missing('ends_time', words.endTime)
  const added: ImportedDate = {
    starts_at: `${String(from.value)}T${String(at.value)}`,
    ends_at: `${String((to ?? from).value)}T${String(until.value)}`,
    start: from.cell,
    end: (to ?? until).cell,
  }
  const same = event.dates.get(added.starts_at)
  if (!same) event.dates.set(added.starts_at, added)
  if (!same || same.ends_at === added.ends_at) return []
  return [{ ...added.end, type: 'invalid_option', message: words.otherEnd(same.start.row) }]
}

function addOption(event: ImportedEvent, { option }: RowParts, words: ImportWords): ImportMistake[] {
  if (option.size === 0) return []
  const named = option.get('key')?.value ?? keyFrom(option.get('name')?.text ?? '')
  const props = event.options.get(String(named)) ?? new Map<string, Prop>()
  event.options.set(String(named), props)
  return mergeProps(props, option, { words, isOption: true })
}
