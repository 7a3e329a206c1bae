import { flagNames } from '../../../contract/event-facts.ts'
import { untilStart } from '../../../contract/offering/program.ts'
import { usualTeamNotices } from '../../../contract/organisation/notices.ts'
import type { ProgramFile } from '../../../contract/organisation/organiser.ts'

/** Flags that are true by default. */
const defaultsToTrue = new Set(['request', 'keep_fees', 'is_enabled', 'trial_needs_card'])
const defaultValues: Record<string, unknown> = {
  status: 'draft',
  default_sales_end: untilStart,
  answers_until: untilStart,
  camp_feedback_schedule: 'off',
  session_feedback_schedule: 'off',
  period_type: 'unlimited',
  interval_minutes: 30,
  buffer_minutes: 0,
}
/** A list that is not empty by default. */
const defaultLists: Record<string, readonly string[]> = { team_notices: usualTeamNotices }
const needed = new Set(['equals'])
/** Flags with three values, which default to null. */
const nullableFlags = new Set<string>(['include_fee', 'overnight', ...flagNames])

/** A file without its default values; parsing it fills them in again. */
export function shortFile(file: ProgramFile): unknown {
  return shorten(file)
}

function shorten(value: unknown): unknown {
  if (Array.isArray(value)) return value.map((item) => (isPlainChoice(item) ? item.value : shorten(item)))
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value).map(([name, inner]) => [name, shorten(inner)] as const)
  return Object.fromEntries(entries.filter(([name, inner]) => needed.has(name) || !isUsual(name, inner)))
}

function isUsual(name: string, value: unknown): boolean {
  if (nullableFlags.has(name)) return value === null
  if (typeof value === 'boolean') return value === defaultsToTrue.has(name)
  if (value === null || value === defaultValues[name]) return true
  if (name in defaultLists) return JSON.stringify(value) === JSON.stringify(defaultLists[name])
  return typeof value === 'object' && Object.keys(value).length === 0
}

const isPlainChoice = (item: unknown): item is { value: string; label: string } =>
  typeof item === 'object' &&
  item !== null &&
  Object.keys(item).length === 2 &&
  'value' in item &&
  'label' in item &&
  item.value === item.label
