import type { Answer } from '../../contract/booking/registration.ts'
import { isHealthQuestion } from '../../contract/people/attendee.ts'
import type { Field } from '../../contract/offering/event.ts'
import type { Right } from '../../contract/people/attendee.ts'
import type { StoredAnswer } from '../../platform/database/tables/registrations.ts'

/** Stored answers with their values in plain text, in the same order. */
export type OpenedAnswers = { stored: readonly StoredAnswer[]; opened: readonly Answer[] }
/** An answer as it was and as it is; null where there was none or is none. */
export type AnswerChange = { field_id: string; before: StoredAnswer | null; after: StoredAnswer | null }

type Questions = { fields: readonly Field[]; rights: readonly Right[] }

/** True for a question that a reader without the right `medical` does not see. */
export const isHidden = (field: Pick<Field, 'title' | 'help'>, rights: readonly Right[]): boolean =>
  !rights.includes('medical') && isHealthQuestion(field)

/** The answers that a reader sees: those about health only with the right `medical`. */
export const answersSeen = ({ stored, opened }: OpenedAnswers, { fields, rights }: Questions): Answer[] =>
  opened.filter((answer, index) => {
    if (rights.includes('medical')) return true
    const field = fields.find(({ id }) => id === answer.field_id)
    return stored[index]?.sealed === undefined && !(field && isHidden(field, rights))
  })

/** The answers to store after a change. An answer to a question that is no longer asked stays. */
export const answersAfter = (before: OpenedAnswers, after: OpenedAnswers, fields: readonly Field[]): StoredAnswer[] => [
  ...keepUnchanged(before, after),
  ...before.stored.filter(({ field_id }) => !fields.some(({ id }) => id === field_id)),
]

/** The later answers; one that stays the same keeps its stored form, with the time of its consent. */
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

/** Every answer that differs between two stored forms. */
export function changesBetween(before: readonly StoredAnswer[], after: readonly StoredAnswer[]): AnswerChange[] {
  const ids = [...new Set([...before, ...after].map(({ field_id }) => field_id))]
  const of = (answers: readonly StoredAnswer[], id: string) => answers.find(({ field_id }) => field_id === id) ?? null
  return ids
    .map((field_id) => ({ field_id, before: of(before, field_id), after: of(after, field_id) }))
    .filter((change) => !isEqual(change.before, change.after))
}

const isEqual = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other)
