import type { Answer } from '../../contract/booking/registration.ts'
import type { Field } from '../../contract/offering/event.ts'
import type { StoredAnswer, StoredFormResponse } from '../../platform/database/tables/registrations.ts'

/** Stored answers with their values in plain text, in the same order. */
export type OpenedAnswers = { stored: readonly StoredAnswer[]; opened: readonly Answer[] }
/** An answer before and after a change; null when there was no answer, or is none. */
export type AnswerChange = { field_id: string; before: StoredAnswer | null; after: StoredAnswer | null }

/** The answers to store after a change. An answer to a question that the form no longer has stays. */
export const answersAfter = (before: OpenedAnswers, after: OpenedAnswers, fields: readonly Field[]): StoredAnswer[] => [
  ...keepUnchanged(before, after),
  ...before.stored.filter(({ field_id }) => !fields.some(({ id }) => id === field_id)),
]

/** The answers after a change. An unchanged answer keeps its stored form, with the time of its consent. */
export function keepUnchanged(before: OpenedAnswers, after: OpenedAnswers): StoredAnswer[] {
  return after.stored.map((answer, index) => {
    const at = before.stored.findIndex(({ field_id }) => field_id === answer.field_id)
    const earlier = before.stored[at]
    const isSame =
      earlier !== undefined &&
      earlier.text_hash === answer.text_hash &&
      isEqual(before.opened[at]?.value, after.opened[index]?.value)
    return isSame ? earlier : answer
  })
}

/** The form of a move, with the answers to the named questions as the booking has them now. */
export const newestAnswers = (
  form: StoredFormResponse,
  booking: Pick<StoredFormResponse, 'answers'>,
  answered: readonly string[],
): StoredFormResponse => ({
  ...form,
  answers: [
    ...form.answers.filter(({ field_id }) => !answered.includes(field_id)),
    ...booking.answers.filter(({ field_id }) => answered.includes(field_id)),
  ],
})

/** Every answer that differs between two stored forms. */
export function changesBetween(before: readonly StoredAnswer[], after: readonly StoredAnswer[]): AnswerChange[] {
  const ids = [...new Set([...before, ...after].map(({ field_id }) => field_id))]
  const of = (answers: readonly StoredAnswer[], id: string) => answers.find(({ field_id }) => field_id === id) ?? null
  return ids
    .map((field_id) => ({ field_id, before: of(before, field_id), after: of(after, field_id) }))
    .filter((change) => !isEqual(change.before, change.after))
}

const isEqual = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other)
