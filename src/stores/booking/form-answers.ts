import type { Field } from '#contract/offering/event'
import { longTextLength, shortTextLength } from '#contract/limits'
import type { Answer } from '#contract/booking/registration'
import { answerName, isTicked, controlName, type Person, textOf, type Values } from './registration-setup.ts'

export const addressParts = ['address_line_1', 'city', 'region', 'postcode', 'country_short_code'] as const

/** The value of one answer in the format of the API; null when it is empty. */
export function answerValue(field: Field, person: Person, values: Values): Answer['value'] {
  const name = answerName(person, field.id)
  const text = textOf(values, name).trim()
  switch (field.type) {
    case 'yes_no':
      return text === '' ? null : text === 'yes'
    case 'consent':
      return isTicked(values, name) ? true : null
    case 'number':
      return text === '' || Number.isNaN(Number(text.replace(',', '.'))) ? null : Number(text.replace(',', '.'))
    case 'multi_choice': {
      const chosen = field.choices
        .filter(({ value }) => isTicked(values, answerName(person, field.id, value)))
        .map(({ value }) => value)
      return chosen.length === 0 ? null : chosen
    }
    case 'signature':
      return text === '' ? null : { name: text }
    case 'address':
      return addressValue(field, person, values)
    default:
      return text === '' ? null : text
  }
}

function addressValue(field: Field, person: Person, values: Values): Answer['value'] {
  const answer = Object.fromEntries(
    addressParts.map((part) => [part, textOf(values, answerName(person, field.id, part)).trim() || null]),
  )
  return Object.values(answer).every((part) => part === null)
    ? null
    : { ...answer, country_short_code: answer['country_short_code']?.toUpperCase() ?? null }
}

/** The questions shown: those without a condition, and those whose condition holds. */
export function visibleFields(fields: Field[], person: Person, values: Values): Field[] {
  const isMet = ({ show_if }: Field, depth = 0): boolean => {
    if (show_if === null) return true
    const condition = fields.find(({ id }) => id === show_if.field)
    if (!condition || depth > fields.length || !isMet(condition, depth + 1)) return false
    const answer = answerValue(condition, person, values) ?? (condition.type === 'consent' ? false : null)
    return Array.isArray(answer) ? answer.includes(String(show_if.equals)) : answer === show_if.equals
  }
  return fields.filter((field) => isMet(field))
}

/** All answers of a person, without those to hidden questions. */
export function answersOf(fields: Field[], person: Person, values: Values): Answer[] {
  return visibleFields(fields, person, values).flatMap((field) => {
    const value = answerValue(field, person, values)
    return value === null ? [] : [{ field_id: field.id, value }]
  })
}

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
