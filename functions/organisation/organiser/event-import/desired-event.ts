import { ApiError, type ErrorType } from '../../../contract/api-error.ts'
import type { ImportField } from '../../../contract/organisation/event-import.ts'
import { type Language, languages } from '../../../contract/field-rules.ts'
import { fileHints } from '../../../contract/field-sentences.ts'
import { FileEvent } from '../../../contract/organisation/file-events.ts'
import { UpdateEventRequest } from '../../../contract/organisation/organiser-event.ts'
import { importWords, type ImportWords } from '../../../contract/sentences/import-words.ts'
import { boundSentence, fieldSentence } from '../../../contract/sentences/sentence.ts'
import * as eventStates from '../../../contract/states/event-states.ts'
import { changedEvent } from '../merge-event.ts'
import { type Cell, datesInOrder, type ImportedEvent, type ImportMistake, type Props } from './group-rows.ts'
import { nestedValues } from './nested-values.ts'
import { listed } from '../../../contract/organisation/written-words.ts'

/** An event as a file describes it, or its mistakes; `cells` are the cells by the path of the field they set. */
export type DesiredEvent = { desired: FileEvent | null; cells: Map<string, Cell>; mistakes: ImportMistake[] }
type Existing = { event: FileEvent | undefined; language: Language; reader: Language }

const lists = ['venues', 'tags', 'questions', 'promoted_products'] as const
/** The name and key of the only option of a new event whose file names none. */
const onlyOption = { key: 'place', name: 'Place' }

/**
 * The desired event: a new one, or an existing one with the values of the file. Its dates, venues, tags, questions and
 * products become those of the file if the file has them; options merge, and nothing else that it has is dropped.
 */
export function desiredEvent(imported: ImportedEvent, { event, language, reader }: Existing): DesiredEvent {
  const words = importWords[reader]
  const cells = new Map<string, Cell>([['', imported.first]])
  const mistakes: ImportMistake[] = []
  const refuse = (path: string, type: ErrorType, message: string) => {
    if (!isFaulty(imported, path)) mistakes.push({ ...locate(cells, path), type, message })
  }
  addCells(cells, '', imported.values)
  addDateCells(cells, imported)
  if (event && eventStates.ended.has(event.status))
    refuse('key', 'transition_not_allowed', words.isOver(event.key, event.status))
  if (!event) for (const { path, message } of missing(imported, words)) refuse(path, 'required', message)

  const { key: _, status, ...values } = valuesOf(imported.values)
  const options = [...imported.options].flatMap(([name, props]) => {
    const option = optionOf(name, props, { event, language, reader })
    addCells(cells, `options.${option.key}.`, props)
    for (const { path, message } of option.mistakes) refuse(`options.${option.key}.${path}`, 'required', message)
    return [option.values]
  })
  const dates = datesOf(imported)
  const checked = UpdateEventRequest.safeParse({
    ...nestedValues(values, { current: event, language }),
    ...dates,
    options,
  })
  if (!checked.success)
    for (const issue of checked.error.issues) {
      const at = issue.path.map((part, index) =>
        issue.path[index - 1] === 'options' ? options[Number(part)]?.key : part,
      )
      refuse(at.join('.'), ...sentenceOf(issue as Issue, reader))
    }
  if (mistakes.length > 0 || !checked.success) return { desired: null, cells, mistakes }
  try {
    const base = event ?? newEvent(imported, checked.data, status)
    const changed = changedEvent(base, checked.data)
    const whole = Object.fromEntries(lists.flatMap((list) => (checked.data[list] ? [[list, checked.data[list]]] : [])))
    const restrict_to = { ...changed.restrict_to, ...checked.data.restrict_to }
    return { desired: { ...changed, ...whole, ...dates, restrict_to }, cells, mistakes }
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    refuse(error.detail.param ?? '', error.type, error.detail.message ?? fieldSentence(error.type, reader))
    return { desired: null, cells, mistakes }
  }
}

/** The cell that set the field of this path, or the closest one. */
export function locate(cells: ReadonlyMap<string, Cell>, path: string): Cell {
  const exact = cells.get(path)
  if (exact) return exact
  const field = fieldOf(path)
  for (let end = path.length; end > 0; end = Math.max(path.lastIndexOf('.', end - 1), path.lastIndexOf('[', end - 1))) {
    const part = path.slice(0, end)
    const cell = cells.get(part)
    // Of an option only its first cell is known, so the field names the column.
    if (cell) return /^options\.[^.]+$/.test(part) ? { row: cell.row, header: field } : cell
  }
  const first = cells.get('') ?? { row: 1, header: '' }
  return { row: first.row, header: path === '' || path === 'key' ? first.header : field }
}

/** True if a cell for the field of this path has a mistake already. */
export const isFaulty = ({ faulty }: ImportedEvent, path: string): boolean =>
  [fieldOf(path), ...(alsoFrom[fieldOf(path)] ?? [])].some((field) => faulty.has(field as ImportField))

const dueFields = ['balance_days', 'balance_on', 'instalments'] as const
const dateFields = ['starts_on', 'starts_time', 'ends_on', 'ends_time', 'times']
/** Other columns that set the same field. */
const alsoFrom: Record<string, readonly string[]> = {
  starts_on: dateFields,
  ends_on: dateFields,
  deposit: [...dueFields],
  pool: ['pool_places'],
  minimum_age: ['ages'],
  maximum_age: ['ages'],
}
const optionColumnOf: Record<string, string> = { key: 'option_key', name: 'option', description: 'option_description' }
function fieldOf(path: string): string {
  const parts = path.split('.')
  const [last = '', above = ''] = [parts.at(-1), parts.at(-2)]
  if ((languages as readonly string[]).includes(last)) return `${fieldOf(path.slice(0, -last.length - 1))}_${last}`
  return (
    (path.startsWith('options.') ? optionColumnOf[last] : undefined) ??
    columnOf[`${above}.${last}`] ??
    columnOf[last] ??
    last
  )
}

/** Columns for fields of an event that have another name in a file. */
const columnOf: Record<string, string> = {
  starts_at: 'starts_on',
  ends_at: 'ends_on',
  series_dates: 'starts_on',
  venues: 'venue',
  online_event: 'online',
  cost: 'price',
  free: 'price',
  spots_total: 'places',
  pools: 'pool',
  sale_starts_at: 'sale_starts',
  sale_ends_at: 'sale_ends',
  payment_plan: 'deposit',
  'refund.tiers': 'refund',
  'retention.fixed': 'refund_kept',
  'retention.percent': 'refund_kept',
  'retention.keep_fees': 'refund_keeps_fees',
  'refund.automatic': 'refund_automatic',
}

function addCells(cells: Map<string, Cell>, path: string, props: Props): void {
  for (const [name, { cell }] of props) {
    if (!cells.has(path.slice(0, -1))) cells.set(path.slice(0, -1), cell)
    cells.set(`${path}${name}`, cell)
    const isDue = (dueFields as readonly string[]).includes(name)
    if (isDue) cells.set(`${path}payment_plan.parts`, cell)
    if ((isDue || name.startsWith('deposit_')) && !cells.has(`${path}payment_plan`))
      cells.set(`${path}payment_plan`, cell)
    if (name === 'pool') cells.set(`${path}pools`, cell)
  }
}

function addDateCells(cells: Map<string, Cell>, imported: ImportedEvent): void {
  for (const [at, { start, end }] of datesInOrder(imported).entries()) {
    cells.set(`series_dates[${at}].starts_at`, start)
    cells.set(`series_dates[${at}].ends_at`, end)
    if (at === 0) cells.set('starts_at', start)
    cells.set('ends_at', end)
  }
}

const valuesOf = (props: Props): Record<string, unknown> =>
  Object.fromEntries([...props].map(([name, { value }]) => [name, value]))

function missing({ values, dates }: ImportedEvent, words: ImportWords): { path: string; message: string }[] {
  return [
    ...(values.has('type') ? [] : [{ path: 'type', message: words.newType }]),
    ...(values.has('name') ? [] : [{ path: 'name', message: words.newName }]),
    ...(dates.size > 0 ? [] : [{ path: 'starts_at', message: words.newDay }]),
  ]
}

function datesOf(imported: ImportedEvent): Partial<FileEvent> {
  const all = datesInOrder(imported).map(({ starts_at, ends_at }) => ({ starts_at, ends_at }))
  const [first, ...others] = all
  if (!first) return {}
  return others.length === 0 ? { ...first, series_dates: [] } : { series_dates: all }
}

/** A new event before its other fields. A missing type or name is a mistake, so the values in their place are never stored. */
const newEvent = ({ key }: ImportedEvent, { type, name }: UpdateEventRequest, status: unknown): FileEvent =>
  FileEvent.parse({ key, type: type ?? 'other', name: name ?? key, ...(status === undefined ? {} : { status }) })

type OptionRead = { key: string; values: { key: string }; mistakes: { path: string; message: string }[] }
function optionOf(named: string, props: Props, { event, language, reader }: Existing): OptionRead {
  const words = importWords[reader]
  const {
    key: _,
    pool,
    pool_places,
    deposit_amount,
    deposit_percent,
    balance_days,
    balance_on,
    instalments,
    ...rest
  } = valuesOf(props)
  const [only, ...others] = event?.options ?? []
  const key = named === '' ? (only?.key ?? onlyOption.key) : named
  const current = event?.options.find((option) => option.key === key)
  const hasDeposit = deposit_amount !== undefined || deposit_percent !== undefined
  const hasBalance = balance_days !== undefined || balance_on !== undefined
  const isDue = hasBalance || instalments !== undefined
  const mistakes = [
    ...(named === '' && others.length > 0
      ? [
          {
            path: 'key',
            message: words.whichOption(listed((event?.options ?? []).map((each) => each.key))),
          },
        ]
      : []),
    ...(hasDeposit && !isDue ? [planMistake(words.restDue)] : []),
    ...(!hasDeposit && isDue ? [planMistake(words.atOnce)] : []),
    ...(hasBalance && instalments !== undefined ? [planMistake(words.oneDue)] : []),
  ]
  return {
    key,
    mistakes,
    values: {
      ...nestedValues(rest, { current, language }),
      ...(named === '' && !current ? { name: onlyOption.name } : {}),
      ...(pool === undefined ? {} : { pools: [pool] }),
      ...(hasDeposit && isDue
        ? {
            payment_plan: {
              deposit_amount: deposit_amount ?? null,
              deposit_percent: deposit_percent ?? null,
              parts: instalments ?? [{ days_before: balance_days ?? null, due_on: balance_on ?? null }],
            },
          }
        : {}),
      key,
    },
  }
}

const planMistake = (message: string) => ({ path: 'payment_plan', message })

type Issue = { code?: string; message: string; params?: { maximum?: number }; maximum?: number; origin?: string }
function sentenceOf(issue: Issue, language: Language): [ErrorType, string] {
  const hint = (fileHints as Record<string, string>)[issue.message]
  const maximum = issue.params?.maximum ?? issue.maximum
  if (hint !== undefined) return ['invalid_parameter', hint.replace('{maximum}', String(maximum ?? ''))]
  if (issue.code === 'too_big' && issue.origin !== 'string' && maximum !== undefined)
    return [issue.message as ErrorType, boundSentence('tooLarge', maximum, language)]
  return [issue.message as ErrorType, fieldSentence(issue.message, language, maximum)]
}
