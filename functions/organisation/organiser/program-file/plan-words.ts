import type { ProgramChange, ProgramPlan, Refusal } from '../../../contract/organisation/organiser.ts'
import type { YamlFile } from './yaml-file.ts'

const signs = { create: '+', update: '~', remove: '-', keep: ' ' } as const
const widest = 60

/** A plan as readable lines. */
export function planWords({ changes, warnings }: Pick<ProgramPlan, 'changes' | 'warnings'>): string[] {
  const count = (action: ProgramChange['action']) => changes.filter((change) => change.action === action).length
  const lines = changes
    .filter(({ action }) => action !== 'keep')
    .map((change) => `  ${signs[change.action]} ${change.path}${detailOf(change)}`)
  const sum = `${count('create')} to create, ${count('update')} to change, ${count('remove')} to remove, ${count('keep')} as they are.`
  const booked = warnings.map(({ path, message }) => `  ! ${path}: ${message}`)
  return [...booked, ...(lines.length === 0 ? ['Nothing to change.'] : [...lines, sum])]
}

/** Mistakes and refusals, each with its line in the file. */
export function refusalWords(refusals: Refusal[], file: YamlFile): string[] {
  const placed = refusals.map(({ path, message }) => ({ place: file.lineOf(path), words: `${path}: ${message}` }))
  return placed
    .sort((one, other) => numberOf(one.place) - numberOf(other.place))
    .map(({ place, words }) => `${place}  ${words}`)
}

// The position `camp.yaml:12:3` as a number that grows with line and column, for sorting.
function numberOf(place: string): number {
  const [line = 0, column = 0] = place.split(':').slice(-2).map(Number)
  return line * 100_000 + column
}

function detailOf({ action, from, to }: ProgramChange): string {
  if (action === 'update') return `: ${short(from)} → ${short(to)}`
  const name = (action === 'create' ? to : from) as { name?: unknown; title?: unknown } | string | null
  if (typeof name === 'string') return `: ${name}`
  const shown = name?.name ?? name?.title
  return typeof shown === 'string' ? `: ${shown}` : ''
}

function short(value: unknown): string {
  const text = typeof value === 'string' ? value.replaceAll('\n', ' ') : JSON.stringify(value)
  return text.length > widest ? `${text.slice(0, widest)}…` : text
}
