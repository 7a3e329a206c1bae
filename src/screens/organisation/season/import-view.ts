import Papa from 'papaparse'
import type { EventsImported, RefusedImportBody } from '#contract/organisation/event-import'
import { cellField, csvDelimiter } from '#contract/organisation/import-form'
import type { FormFailure } from '../../../api/page-request.ts'
import type { Text } from '../../../locales/choose-language.ts'

/** A spreadsheet as text, with the names of its columns and the first value of each. */
export type Sheet = { text: string; headers: string[]; samples: string[]; rows: string[][] }

/** Reads a spreadsheet and puts the corrected cells of the form into it. Empty rows stay, so that numbers of rows agree. */
export function readSheet(csv: string, fields: Readonly<Record<string, string>>): Sheet {
  const text = csv.replace(/^\uFEFF/, '').replaceAll('\r\n', '\n')
  const delimiter = csvDelimiter(text)
  const { data } = Papa.parse<string[]>(text, { delimiter, newline: '\n' })
  const rows = data.map((row, at) =>
    row.map((cell, column) => (at === 0 ? cell : (fields[cellField(at + 1, column)] ?? cell))),
  )
  const isChanged = rows.some((row, at) => row.some((cell, column) => cell !== data[at]?.[column]))
  const headers = (rows[0] ?? []).map((header) => header.trim())
  const first = rows.slice(1).find((row) => row.some((cell) => cell.trim() !== '')) ?? []
  return {
    text: isChanged ? Papa.unparse(rows, { delimiter, newline: '\n' }) : text,
    headers,
    samples: headers.map((_, column) => first[column]?.trim() ?? ''),
    rows,
  }
}

/** A mistake of the file: its cell if it has one, with the value that it has now. */
export type CellMistake = { row: number | null; column: string; at: number; value: string; message: string }

/** The mistakes of a file by row and column. */
export function mistakesOf(
  { errors, message }: Pick<RefusedImportBody, 'errors' | 'message'>,
  sheet: Sheet,
  words: Pick<Text['deskImport'], 'unknownColumn'>,
): CellMistake[] {
  if (errors.length === 0) return [{ row: null, column: '', at: -1, value: '', message }]
  return errors.map((error) => {
    const [, row = '', column = ''] = /^rows\[(\d+)\]\.?(.*)$/s.exec(error.param ?? '') ?? []
    const at = column === '' ? -1 : sheet.headers.indexOf(column)
    const number = row === '' ? null : Number(row)
    const value = number === null || at === -1 ? '' : (sheet.rows[number - 1]?.[at] ?? '')
    return {
      row: number,
      column,
      at,
      value,
      message: row === '1' && error.type === 'unknown_parameter' ? words.unknownColumn : error.message,
    }
  })
}

/** True for a mistake in a cell below the names of the columns that the row has. */
export const isMendable = ({ row, at }: CellMistake, { rows }: Sheet): boolean =>
  row !== null && row > 1 && at !== -1 && at < (rows[row - 1]?.length ?? 0)

/** The name of an event of the file, from its first row; its key if the file has no names. */
export function nameOf(
  event: EventsImported['events'][number],
  mapping: EventsImported['mapping'],
  sheet: Sheet,
): string {
  const at = sheet.headers.findIndex((header) => mapping[header] === 'name')
  return sheet.rows[(event.rows[0] ?? 0) - 1]?.[at]?.trim() || event.key
}

const shown = (value: unknown): string =>
  ['string', 'number', 'boolean'].includes(typeof value) ? String(value).replace(/^(\d{4}-\d\d-\d\d)T/, '$1 ') : '…'
/** Columns for fields of an event that have another name in a file. */
const columnOf: Record<string, string> = {
  starts_at: 'starts_on',
  ends_at: 'ends_on',
  venues: 'venue',
  online_event: 'online',
  cost: 'price',
  spots_total: 'places',
  sale_starts_at: 'sale_starts',
  sale_ends_at: 'sale_ends',
  payment_plan: 'deposit',
}
const maxShownChanges = 6
/** What changes of an event, as texts: `Price: 395 → 425`. */
export function changesOf(
  { changes }: EventsImported['events'][number],
  fields: Readonly<Partial<Record<string, string>>>,
): string[] {
  return changes.slice(0, maxShownChanges).map(({ path, from, to }) => {
    const last = path.split('.').at(-1) ?? path
    const name = fields[columnOf[last] ?? last] ?? path
    return from === null || from === undefined ? `${name}: ${shown(to)}` : `${name}: ${shown(from)} → ${shown(to)}`
  })
}

/** So many mistakes are shown at once. */
export const maxShownMistakes = 100

/** Why the form has no file that can be read; null if it has one. */
export function fileProblemOf(
  failure: Pick<FormFailure, 'type' | 'errors'> | null,
  hasText: boolean,
  words: Pick<Text['deskImport'], 'chooseFile' | 'tooLarge' | 'notText'>,
): string | null {
  if (failure?.type === 'file_too_large') return words.tooLarge
  // A file that is text is read by the call, whose mistake names what is wrong with its rows.
  if (failure?.type === 'invalid_file') return words.notText
  return failure?.type === 'none' && !hasText ? words.chooseFile : null
}
