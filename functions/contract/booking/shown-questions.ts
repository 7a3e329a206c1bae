import type { Field } from '../offering/event.ts'
import type { Answer } from './registration.ts'

/** What decides whether a question is shown. */
export type Shown = Pick<Field, 'id' | 'type' | 'show_if'>

/** A question is shown when the one it depends on is shown and has the required answer. */
export function isShown(
  field: Shown,
  fields: readonly Shown[],
  values: ReadonlyMap<string, Answer['value']>,
  depth = 0,
): boolean {
  if (field.show_if === null) return true
  const { field: desired, equals } = field.show_if
  const other = fields.find(({ id }) => id === desired)
  if (!other || depth > fields.length || !isShown(other, fields, values, depth + 1)) return false
  const value = values.get(desired) ?? (other.type === 'consent' ? false : null)
  return Array.isArray(value) ? value.includes(String(equals)) : value === equals
}
