import { isEmpty } from '../../contract/booking/answer-check.ts'
import { isShown, type Shown } from '../../contract/booking/shown-questions.ts'
import type { Answer } from '../../contract/booking/registration.ts'
import type { Field } from '../../contract/offering/event.ts'

/** The required questions of a form that are shown and have no answer. */
export function unanswered<Question extends Shown & { validations: { required: boolean } }>(
  fields: readonly Question[],
  answers: readonly Answer[],
): Question[] {
  const values = new Map(answers.map(({ field_id, value }) => [field_id, value]))
  return fields.filter(
    (field) => field.validations.required && isShown(field, fields, values) && isEmpty(values.get(field.id) ?? null),
  )
}

/** Tells whether a typed name is that of one of these people; case, accents and spaces are ignored. */
export const maySign =
  (signers: readonly string[]) =>
  (name: string): boolean =>
    signers.some((signer) => folded(signer) === folded(name))

const folded = (name: string) => name.normalize('NFD').replace(/\p{M}/gu, '').replace(/\s+/g, ' ').trim().toLowerCase()

/** The uploads named by answers, with their questions. */
export const filesIn = (fields: readonly Field[], answers: readonly Pick<Answer, 'field_id' | 'value'>[]): string[] => [
  ...new Set(
    answers.flatMap(({ field_id, value }) =>
      typeof value === 'string' && fields.some(({ id, type }) => id === field_id && type === 'file') ? [value] : [],
    ),
  ),
]

/** The names in the signatures among answers. A customer's name may have changed since. */
export const signersIn = (answers: readonly Answer[]): string[] =>
  answers.flatMap(({ value }) =>
    typeof value === 'object' && value !== null && !Array.isArray(value) ? [String(value['name'])] : [],
  )
