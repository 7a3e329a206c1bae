import type { Field } from '../offering/event.ts'
import { addressParts } from './answer-fields.ts'
import type { Answer } from './registration.ts'
import { isShown } from './shown-questions.ts'

// The controls of the registration form, in the page and in a posted form: their names, and how their values are read.

/**
 * The values of a form by the name of their control. A ticked checkbox is `true` or the text that a browser posts. One
 * that is not ticked is `false` or missing.
 */
export type Values = Record<string, string | boolean>
/** A row of the form. Its key starts the names of its controls: the id of the attendee, or `new-1` for a new person. */
type Row = { key: string }

/**
 * A control of a person: `comes`, `option_id`, `way`, `add.{product}`, `count.{product}`, or a field of the person such
 * as `first_name`.
 */
export const controlName = ({ key }: Row, field: string): string => `${key}.${field}`
/** The control of a question; `part` names one choice, or one part of an address. */
export const answerName = ({ key }: Row, fieldId: string, part?: string): string =>
  `${key}.q.${fieldId}${part === undefined ? '' : `.${part}`}`

export const textOf = (values: Values, name: string): string =>
  typeof values[name] === 'string' ? (values[name] as string) : ''
export const isTicked = (values: Values, name: string): boolean => Boolean(values[name])
/** True for a person whose checkbox is ticked. */
export const isComing = (person: Row, values: Values): boolean => isTicked(values, controlName(person, 'comes'))

export type DatePart = 'day' | 'month' | 'year'
export type DateParts = Record<DatePart, string>
/** The control of one part of a date. In the page, the whole date is the value under the plain name. */
export const datePartName = (name: string, part: DatePart): string => `${name}~${part}`

const twoDigits = (text: string) => (text === '' ? '' : text.padStart(2, '0'))
/**
 * The parts of a date as yyyy-mm-dd. A missing part stays missing, so that the date is refused. Empty when all parts
 * are missing.
 */
export const toDay = ({ day, month, year }: DateParts): string =>
  day || month || year ? [year, twoDigits(month), twoDigits(day)].join('-') : ''

/** The date of a control: the whole date, or one put together from the posted parts. */
export function dayOf(values: Values, name: string): string {
  const part = (each: DatePart) => textOf(values, datePartName(name, each)).trim()
  return textOf(values, name).trim() || toDay({ day: part('day'), month: part('month'), year: part('year') })
}

/** The value of one answer in the format of the API; null when it is empty. */
export function answerValue(field: Field, person: Row, values: Values): Answer['value'] {
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
    case 'date':
      return dayOf(values, name) || null
    default:
      return text === '' ? null : text
  }
}

function addressValue(field: Field, person: Row, values: Values): Answer['value'] {
  const answer = Object.fromEntries(
    addressParts.map((part) => [part, textOf(values, answerName(person, field.id, part)).trim() || null]),
  )
  return Object.values(answer).every((part) => part === null)
    ? null
    : { ...answer, country_short_code: answer['country_short_code']?.toUpperCase() ?? null }
}

/** The questions that a person must see: those without a condition, and those whose condition holds. */
export function visibleFields(fields: readonly Field[], person: Row, values: Values): Field[] {
  const answers = new Map(fields.map((field) => [field.id, answerValue(field, person, values)]))
  return fields.filter((field) => isShown(field, fields, answers))
}

/**
 * All answers of a person, without those to hidden questions. Text that is not a number is sent as it is, and the API
 * refuses it.
 */
export function answersOf(fields: readonly Field[], person: Row, values: Values): Answer[] {
  return visibleFields(fields, person, values).flatMap((field) => {
    const text = field.type === 'number' ? textOf(values, answerName(person, field.id)).trim() : ''
    const value = answerValue(field, person, values) ?? (text || null)
    return value === null ? [] : [{ field_id: field.id, value }]
  })
}
