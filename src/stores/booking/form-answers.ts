import type { Field } from '#contract/offering/event'
import { longTextLength, shortTextLength } from '#contract/limits'
import { addressParts } from '#contract/booking/answer-fields'
import { answerName, controlName, type Values } from '#contract/booking/form-controls'
import type { Answer } from '#contract/booking/registration'
import type { Person } from './family-people.ts'

/** The control values that show an earlier answer. */
function valuesFromAnswer(field: Field, person: Person, value: Answer['value']): Values {
  const name = answerName(person, field.id)
  if (Array.isArray(value)) return Object.fromEntries(value.map((each) => [answerName(person, field.id, each), true]))
  if (field.type === 'consent') return { [name]: value === true }
  if (typeof value === 'boolean') return { [name]: value ? 'yes' : 'no' }
  if (field.type === 'signature') return { [name]: String((value as { name?: unknown } | null)?.name ?? '') }
  if (typeof value !== 'object') return { [name]: String(value) }
  const answer = value ?? {}
  return Object.fromEntries(
    addressParts.map((part) => [
      answerName(person, field.id, part),
      String((answer as Record<string, unknown>)[part] ?? ''),
    ]),
  )
}

/** The form as it was sent for the held places: the people and their answers. */
export function valuesFromHeldPlaces(fields: Field[], people: Person[]): Values {
  const values: Values = {}
  for (const person of people) {
    if (person.place?.status !== 'pending') continue
    values[controlName(person, 'comes')] = true
    for (const { field_id, value } of person.place.answers) {
      const field = fields.find(({ id }) => id === field_id)
      if (field) Object.assign(values, valuesFromAnswer(field, person, value))
    }
  }
  return values
}

/** The form values of an earlier booking: its person, and its answers to the questions that the form still asks. */
export function valuesFromEarlier(
  fields: Field[],
  person: Person,
  { answers, asked }: { answers: readonly Answer[]; asked: readonly string[] },
): Values {
  const values: Values = { [controlName(person, 'comes')]: true }
  for (const { field_id, value } of answers) {
    const field = asked.includes(field_id) && fields.find(({ id }) => id === field_id)
    if (field && value !== null) Object.assign(values, valuesFromAnswer(field, person, value))
  }
  return values
}

/** Maximum length of a text answer, in characters. */
export function maxTextLength(field: Field): number {
  const maxLength = field.type === 'long_text' ? longTextLength : shortTextLength
  return Math.min(field.validations.max_length ?? maxLength, maxLength)
}
