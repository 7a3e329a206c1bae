import type { ProgramChange } from '../../contract/organiser.ts'
import type { CompleteFile } from './complete-file.ts'

type Item = { key: string }
const sections = [
  'venues',
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

/** Everything that is different between what is there and what is wanted; what has a key and is the same is named as kept. */
export function planChanges(current: CompleteFile | null, wanted: CompleteFile): ProgramChange[] {
  const program =
    current === null
      ? [{ action: 'create' as const, path: 'program', from: null, to: wanted.program }]
      : valueChanges('', ownFields(current), ownFields(wanted))
  return [...program, ...sections.flatMap((section) => listChanges(section, current?.[section] ?? [], wanted[section]))]
}

/** Only what really changes. */
export const realChanges = (changes: ProgramChange[]): ProgramChange[] =>
  changes.filter(({ action }) => action !== 'keep')

/** Whether what all times, or all amounts, are told by is another: then everything that has some is kept anew. */
export const tellsAllAnew = (changes: ProgramChange[]): boolean =>
  changes.some(({ path }) => path === 'timezone' || path === 'default_currency')

/** Keys of a section that are made or changed, of its `items` in the file; `all` when their order changed. */
export function changedKeys(
  changes: ProgramChange[],
  section: Section,
  items: readonly Item[],
): { all: boolean; keys: Set<string> } {
  const paths = realChanges(changes)
    .filter(({ path, action }) => action !== 'remove' || path.split('.').length > 2)
    .map(({ path }) => path.split('.'))
  const here = paths.filter(([first]) => first === section)
  const keys = tellsAllAnew(changes)
    ? items.map(({ key }) => key)
    : here.flatMap(([, key]) => (key === undefined ? [] : [key]))
  return { all: here.some((path) => path.length === 1), keys: new Set(keys) }
}

function ownFields(file: CompleteFile): Record<string, unknown> {
  return Object.fromEntries(Object.entries(file).filter(([name]) => !(sections as readonly string[]).includes(name)))
}

function listChanges(path: string, from: readonly Item[], to: readonly Item[]): ProgramChange[] {
  const before = new Map(from.map((item) => [item.key, item]))
  const after = new Set(to.map(({ key }) => key))
  const items = to.flatMap((item): ProgramChange[] => {
    const known = before.get(item.key)
    if (!known) return [{ action: 'create', path: `${path}.${item.key}`, from: null, to: item }]
    const changes = valueChanges(`${path}.${item.key}`, known, item)
    return changes.length > 0 ? changes : [{ action: 'keep', path: `${path}.${item.key}`, from: null, to: null }]
  })
  const removed = from
    .filter(({ key }) => !after.has(key))
    .map((item): ProgramChange => ({ action: 'remove', path: `${path}.${item.key}`, from: item, to: null }))
  return [...items, ...removed, ...orderChange(path, from, to)]
}

function orderChange(path: string, from: readonly Item[], to: readonly Item[]): ProgramChange[] {
  const stay = new Set(from.map(({ key }) => key).filter((key) => to.some((item) => item.key === key)))
  const [before, after] = [from, to].map((items) => items.map(({ key }) => key).filter((key) => stay.has(key)))
  if (!isShownInOrder(path) || isSame(before, after)) return []
  return [{ action: 'update', path, from: before, to: after }]
}

/** The others are shown by day or by name, wherever they stand in the file. */
const isShownInOrder = (path: string): boolean =>
  ['venues', 'appointment_types', 'categories', 'products'].includes(path) ||
  /\.(?:options|variations|attachments)$/.test(path)

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

/** The same value, whatever order its fields were written in. */
function isSame(one: unknown, other: unknown): boolean {
  if (Array.isArray(one) && Array.isArray(other))
    return one.length === other.length && one.every((item, at) => isSame(item, other[at]))
  if (isRecord(one) && isRecord(other))
    return [...new Set([...Object.keys(one), ...Object.keys(other)])].every((name) => isSame(one[name], other[name]))
  // An amount that a program has reckoned is not off by less than any coin.
  if (typeof one === 'number' && typeof other === 'number') return Math.abs(one - other) < 1e-6
  return one === other
}
