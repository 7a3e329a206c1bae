import type { ProgramChange } from '../../../contract/organisation/organiser.ts'
import type { CompleteFile } from './complete-file.ts'
import { flatMapInChunks } from './in-chunks.ts'
import { hasKey, rowBy, rowsWithout } from './rows-by.ts'

type Item = { key: string }
/** The lists of a file whose items have keys. */
export const sections = [
  'venues',
  'resources',
  'pools',
  'waivers',
  'questions',
  'session_packages',
  'membership_packages',
  'events',
  'coupons',
  'appointment_types',
  'categories',
  'products',
] as const
export type Section = (typeof sections)[number]

/** All differences between the current and the desired file. Unchanged items with a key are listed as kept. */
export function planChanges(current: CompleteFile | null, desired: CompleteFile): ProgramChange[] {
  return [...planSettings(current && ownFields(current), ownFields(desired)), ...planLists(current, desired, sections)]
}

/** The differences of long files, computed in chunks, so that other requests run in between. */
export async function planChangesInChunks(
  current: CompleteFile | null,
  desired: CompleteFile,
): Promise<ProgramChange[]> {
  const place = sections.indexOf('events')
  const from = current?.events ?? []
  return [
    ...planSettings(current && ownFields(current), ownFields(desired)),
    ...planLists(current, desired, sections.slice(0, place)),
    ...(await flatMapInChunks(desired.events, (event) => itemChanges('events', rowBy(from, 'key', event.key), event))),
    ...removedItems('events', from, desired.events),
    ...planLists(current, desired, sections.slice(place + 1)),
  ]
}

const planLists = (current: CompleteFile | null, desired: CompleteFile, names: readonly Section[]): ProgramChange[] =>
  names.flatMap((section) => listChanges(section, current?.[section] ?? [], desired[section]))

/** The differences in the settings of a program; null for a new program. */
export const planSettings = (
  current: Record<string, unknown> | null,
  desired: Record<string, unknown>,
): ProgramChange[] =>
  current === null
    ? [{ action: 'create', path: 'program', from: null, to: desired.program }]
    : valueChanges('', current, desired)

/** The changes without the kept items. */
export const realChanges = (changes: ProgramChange[]): ProgramChange[] =>
  changes.filter(({ action }) => action !== 'keep')

/**
 * True if one of the changed settings affects every row. Then all items with a time, a price or a text are written
 * again.
 */
export const changesEveryRow = (changes: ProgramChange[]): boolean =>
  changes.some(
    ({ path }) => ['timezone', 'default_currency', 'language'].includes(path) || /^tag_names(?:\.|$)/.test(path),
  )

/** Keys of the items of a section that are new or changed; all if their order changed. */
export function changedKeys(
  changes: ProgramChange[],
  section: Section,
  items: readonly Item[],
): { all: boolean; keys: Set<string> } {
  const here = changes
    .filter(({ path, action }) => action !== 'keep' && (path === section || path.startsWith(`${section}.`)))
    .filter(({ path, action }) => action !== 'remove' || path.split('.').length > 2)
    .map(({ path }) => path.split('.'))
  const keys = changesEveryRow(changes)
    ? items.map(({ key }) => key)
    : here.flatMap(([, key]) => (key === undefined ? [] : [key]))
  return { all: here.some((path) => path.length === 1), keys: new Set(keys) }
}

function ownFields(file: CompleteFile): Record<string, unknown> {
  return Object.fromEntries(Object.entries(file).filter(([name]) => !(sections as readonly string[]).includes(name)))
}

function listChanges(path: string, from: readonly Item[], to: readonly Item[]): ProgramChange[] {
  return [
    ...to.flatMap((item) => itemChanges(path, rowBy(from, 'key', item.key), item)),
    ...removedItems(path, from, to),
    ...orderChange(path, from, to),
  ]
}

/** The differences of one item of a list. */
export function itemChanges(path: string, from: Item | undefined, to: Item): ProgramChange[] {
  if (!from) return [{ action: 'create', path: `${path}.${to.key}`, from: null, to }]
  const changes = valueChanges(`${path}.${to.key}`, from, to)
  return changes.length > 0 ? changes : [{ action: 'keep', path: `${path}.${to.key}`, from: null, to: null }]
}

const removedItems = (path: string, from: readonly Item[], to: readonly Item[]): ProgramChange[] =>
  rowsWithout(from, to).map((item) => ({ action: 'remove', path: `${path}.${item.key}`, from: item, to: null }))

function orderChange(path: string, from: readonly Item[], to: readonly Item[]): ProgramChange[] {
  if (!isShownInOrder(path)) return []
  const [before, after] = [from, to].map((items) =>
    items.map(({ key }) => key).filter((key) => hasKey(from, key) && hasKey(to, key)),
  )
  if (isSame(before, after)) return []
  return [{ action: 'update', path, from: before, to: after }]
}

/** Other lists are shown by day or by name, so their order in the file does not matter. */
const isShownInOrder = (path: string): boolean =>
  ['venues', 'appointment_types', 'categories', 'products'].includes(path) ||
  /\.(?:options|variations|attachments|groups)$/.test(path)

function valueChanges(path: string, from: unknown, to: unknown): ProgramChange[] {
  if (isKeyedList(from) && isKeyedList(to) && from.length + to.length > 0)
    return listChanges(path, from, to).filter(({ action }) => action !== 'keep')
  if (isRecord(from) && isRecord(to))
    return [...new Set([...Object.keys(from), ...Object.keys(to)])].flatMap((name) =>
      valueChanges(path === '' ? name : `${path}.${name}`, from[name], to[name]),
    )
  return isSame(from, to) ? [] : [{ action: 'update', path, from: from ?? null, to: to ?? null }]
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
const isKeyedList = (value: unknown): value is Item[] =>
  Array.isArray(value) && value.every((item) => isRecord(item) && typeof item.key === 'string')

/** Compares values regardless of the order of their fields. */
function isSame(a: unknown, b: unknown): boolean {
  if (Array.isArray(a) && Array.isArray(b))
    return a.length === b.length && a.every((item, index) => isSame(item, b[index]))
  if (isRecord(a) && isRecord(b))
    return [...new Set([...Object.keys(a), ...Object.keys(b)])].every((name) => isSame(a[name], b[name]))
  // Calculated amounts may differ by less than any coin.
  if (typeof a === 'number' && typeof b === 'number') return Math.abs(a - b) < 1e-6
  return a === b
}
