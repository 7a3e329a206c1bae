import type { Field } from '../offering/event.ts'
import type { Right } from '../people/attendee.ts'
import type { Answer } from './registration.ts'

// A form without JavaScript sends text only, so the name of a field says the question and how its text is read.

const prefix = 'answer'
/** The parts of an address, each in a field of its own. */
export const addressParts = ['address_line_1', 'city', 'region', 'postcode', 'country_short_code'] as const

/** The name of the field of a question; `part` names one choice, or one part of an address. */
export const answerField = ({ id, type }: Pick<Field, 'id' | 'type'>, part?: string): string =>
  [prefix, type, id, ...(part === undefined ? [] : [part])].join(':')

/** The param of the error about a question. */
export const answerParam = ({ id }: Pick<Field, 'id'>): string => `form_response.answers[${id}]`

/** True if a reader may read an answer. One about health, by its question or as stored, needs the right `medical`. */
export const mayReadAnswer = (
  rights: readonly Right[],
  { asksHealth, isSealed = false }: { asksHealth: boolean; isSealed?: boolean },
): boolean => rights.includes('medical') || !(asksHealth || isSealed)

type Texts = Readonly<Record<string, unknown>>

/** The answers in a posted form. Empty fields are no answers; the API checks the rest. */
export function answersInForm(fields: Texts): Answer[] {
  const answers = new Map<string, Answer['value']>()
  for (const [name, value] of Object.entries(fields)) {
    const [first, type = '', id = '', ...rest] = name.split(':')
    const text = typeof value === 'string' ? value.trim() : ''
    if (first !== prefix || id === '' || text === '') continue
    answers.set(id, valueOfField({ type, text, part: rest.join(':') }, answers.get(id)))
  }
  return [...answers].map(([field_id, value]) => ({ field_id, value }))
}

type Posted = { type: string; text: string; part: string }

function valueOfField({ type, text, part }: Posted, before: Answer['value'] | undefined): Answer['value'] {
  switch (type) {
    case 'yes_no':
      return text === 'yes' ? true : text === 'no' ? false : text
    case 'consent':
      return true
    case 'number': {
      const number = Number(text.replace(',', '.'))
      return Number.isNaN(number) ? text : number
    }
    case 'multi_choice':
      return [...(Array.isArray(before) ? before : []), part]
    case 'signature':
      return { name: text }
    case 'address':
      return { ...emptyAddress, ...(typeof before === 'object' && !Array.isArray(before) ? before : {}), [part]: text }
    default:
      return text
  }
}

const emptyAddress = Object.fromEntries(addressParts.map((part) => [part, null]))

/** The text that a field first shows for an answer. */
export function textOfAnswer(value: Answer['value'] | undefined, part?: string): string {
  if (value === undefined || value === null) return ''
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  if (Array.isArray(value)) return part !== undefined && value.includes(part) ? '1' : ''
  if (typeof value === 'object') return String(value[part ?? 'name'] ?? '')
  return String(value)
}
