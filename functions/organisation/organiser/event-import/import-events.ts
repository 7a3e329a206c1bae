import { ApiError, type ErrorType, type FieldError } from '../../../contract/api-error.ts'
import type { Language } from '../../../contract/field-rules.ts'
import { maxImportedEvents } from '../../../contract/limits.ts'
import {
  type EventsImported,
  type ImportEventsRequest,
  type ImportField,
  importFields,
} from '../../../contract/organisation/event-import.ts'
import type { FileEvent } from '../../../contract/organisation/file-events.ts'
import { importWords, type ImportWords } from '../../../contract/sentences/import-words.ts'
import { doneSentence } from '../../../contract/sentences/sentence.ts'
import type { OrganiserContext, Upload } from '../../../platform/context.ts'
import { commit } from '../../../platform/database/commit.ts'
import { readTogether } from '../../../platform/database/read-together.ts'
import { renderAhead } from '../../../platform/rendered-text.ts'
import { refuseTooManyPools } from '../copy-season.ts'
import { findEvents, type ProgramPart } from '../find-event.ts'
import { mapInChunks } from '../program-file/in-chunks.ts'
import { rowBy } from '../program-file/rows-by.ts'
import { eventsWrites, refuseBeyondLimit } from '../save-event.ts'
import { type DesiredEvent, desiredEvent, isFaulty, locate } from './desired-event.ts'
import {
  type Cell,
  groupRows,
  headerOf,
  type ImportedEvent,
  type ImportMistake,
  readRow,
  type Sheet,
} from './group-rows.ts'
import { importReads, saveMapping } from './import-file-rows.ts'
import { mapColumns } from './map-columns.ts'
import { newPoolsOf } from './new-pools.ts'
import { listsOf, namedBy } from './program-lists.ts'
import { fileMistake, orderOfFile, readMapping, rowsOf, usualOrder } from './read-import-file.ts'

type Described = DesiredEvent & { imported: ImportedEvent }
type ImportEventsInput = Omit<ImportEventsRequest, 'file'> & { program_id: string; upload: Upload }

/** Maximum number of reported mistakes. */
const maxMistakes = 1000

/**
 * Creates and changes events by the rows of a CSV file, all or none. Every mistake is returned at once, by its row and
 * column. An event is identified by its key, so a second import of the same file changes nothing.
 */
export async function importEvents(ctx: OrganiserContext, input: ImportEventsInput): Promise<EventsImported> {
  const { program_id } = input
  const isDryRun = input.dry_run === 'true'
  const words = importWords[ctx.language]
  const [head, ...rows] = await rowsOf(input.upload, words)
  const reads = await readTogether(ctx.db, importReads(ctx.db, program_id))
  const [program] = reads.program
  const [saved] = reads.saved
  if (!program) throw new ApiError('not_found', { param: 'program_id' })
  const language: Language = program.language === 'fr' ? 'fr' : 'en'

  const headers = head.cells.map((header) => header.trim())
  const chosen = input.mapping === undefined ? undefined : readMapping(input.mapping)
  const { columns, mapping, mistakes } = mapColumns(headers, chosen ?? saved?.columns ?? {}, {
    isSaved: chosen === undefined,
    language,
    words,
  })
  const order = input.date_order ?? orderOfFile(rows, columns) ?? saved?.date_order ?? usualOrder(program)
  const sheet = { headers, columns }
  const at = { currency: program.currency, order, lists: listsOf(reads), words, seen: new Map() }
  const read = await mapInChunks(rows, (row) => readRow(row, sheet, at))
  const grouped = groupRows(
    read.map(({ parts }) => parts),
    sheet,
    words,
  )
  if (grouped.events.length > maxImportedEvents) throw fileMistake(words.tooManyEvents(maxImportedEvents))
  const pools = newPoolsOf(
    grouped.events,
    new Map(reads.pools.map(({ key, spots_total }) => [key, spots_total])),
    words,
  )

  const part = await findEvents(ctx, {
    program_id,
    keys: grouped.events.map(({ key }) => key),
    named: namedBy(grouped.events, pools.keys),
  })
  const described = await mapInChunks(grouped.events, (imported) => ({
    imported,
    ...desiredEvent(imported, { event: rowBy(part.file.events, 'key', imported.key), language, reader: ctx.language }),
  }))
  const byKey = new Map(described.map((each) => [each.imported.key, each]))
  const desired = described.flatMap((each) => each.desired ?? [])
  const withPools = { ...part, file: { ...part.file, pools: [...part.file.pools, ...pools.added] } }
  const {
    refusals,
    saved: results,
    writes,
  } = await eventsWrites(ctx, withPools, {
    desired,
    done: 'events_imported',
    isDryRun,
  })
  refuseMistakes(sheet, { mapping, ofColumns: mistakes, words }, [
    ...read.flatMap((each) => each.mistakes),
    ...grouped.mistakes,
    ...pools.mistakes,
    ...described.flatMap((each) => each.mistakes),
    ...refusals.flatMap(({ type, path, message }) =>
      cellsOf(byKey, path).map((cell) => ({ ...cell, type: type as ErrorType, message })),
    ),
  ])
  await refuseBeyondLimit(ctx, part.stored, desired, 'file')
  await refuseTooManyPools(ctx, { part, after: withPools, param: 'file' })

  const isNewMapping =
    chosen !== undefined && JSON.stringify([chosen, order]) !== JSON.stringify([saved?.columns, saved?.date_order])
  const saving =
    chosen !== undefined && isNewMapping && !isDryRun
      ? [saveMapping(ctx, program_id, { columns: chosen, date_order: order })]
      : []
  if (writes.length + saving.length > 0) {
    await commit(ctx, [...writes, ...saving])
    await renderAhead(ctx, desired)
  }
  const events = results.map(({ event, changes }) => ({
    key: event.key,
    action: changes.length === 0 ? ('keep' as const) : actionOf(part, event),
    rows: byKey.get(event.key)?.imported.rows ?? [],
    changes: changes.map((change) => ({ ...change, path: pathInEvent(change.path, event.key) })),
  }))
  const count = (action: string) => events.filter((event) => event.action === action).length
  const isSame = count('keep') === events.length
  return {
    object: 'events_import',
    program_id,
    dry_run: isDryRun,
    message: doneSentence(isSame ? 'nothing_to_change' : isDryRun ? 'preview' : 'events_imported', ctx.language),
    rows: rows.length,
    created: count('create'),
    updated: count('update'),
    kept: count('keep'),
    mapping,
    events,
  }
}

/** The cell of a mistake by its path in the program file; none if the cell has a mistake already. */
function cellsOf(described: ReadonlyMap<string, Described>, path: string): Cell[] {
  const [, key = '', ...rest] = path.split('.')
  const event = described.get(key)
  if (!event) return [{ row: 1, header: path }]
  return isFaulty(event.imported, rest.join('.')) ? [] : [locate(event.cells, rest.join('.'))]
}

function refuseMistakes(
  sheet: Sheet,
  {
    mapping,
    ofColumns,
    words,
  }: Pick<EventsImported, 'mapping'> & { ofColumns: readonly FieldError[]; words: ImportWords },
  ofCells: readonly ImportMistake[],
): void {
  const cells = ofCells
    .toSorted((a, b) => a.row - b.row)
    .map((mistake) => ({ ...mistake, header: columnName(sheet, mistake.header) }))
    .map(({ row, header, type, message }) => ({
      type,
      param: header === '' ? `rows[${row}]` : `rows[${row}].${header}`,
      message,
      line: row,
    }))
  const errors = [...ofColumns, ...cells]
  if (errors.length === 0) return
  const message = words.mistakes(errors.length)
  throw new ApiError('row_errors', { param: 'file', errors: errors.slice(0, maxMistakes), message, body: { mapping } })
}

// A mistake about a field without a cell names its column, if the file has it.
const columnName = (sheet: Sheet, header: string): string =>
  (importFields as readonly string[]).includes(header) ? headerOf(sheet, header as ImportField) : header

const actionOf = ({ file }: ProgramPart, { key }: FileEvent): 'update' | 'create' =>
  rowBy(file.events, 'key', key) ? 'update' : 'create'
const pathInEvent = (path: string, key: string) => path.replace(`events.${key}`, '').replace(/^\./, '') || 'key'
