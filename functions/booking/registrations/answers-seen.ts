import { mayReadAnswer } from '../../contract/booking/answer-fields.ts'
import type { Answer } from '../../contract/booking/registration.ts'
import type { Field } from '../../contract/offering/event.ts'
import { isHealthQuestion, type Right } from '../../contract/people/attendee.ts'
import type { StoredAnswer } from '../../platform/database/tables/registrations.ts'
import type { OpenedAnswers } from './answer-changes.ts'

type Subject = { stored: readonly (StoredAnswer | null | undefined)[]; asksHealth: boolean }

/** True if a reader sees an answer, given its stored forms and its question. */
export const seesAnswer = (rights: readonly Right[], { stored, asksHealth }: Subject): boolean =>
  mayReadAnswer(rights, { asksHealth, isSealed: stored.some((form) => form?.sealed !== undefined) })

/** The ids of the questions whose answers a reader with these rights does not see. */
export const hiddenQuestions = (
  fields: readonly Field[],
  { stored, rights }: { stored: readonly StoredAnswer[]; rights: readonly Right[] },
): string[] =>
  fields
    .filter((field) => {
      const answer = stored.find(({ field_id }) => field_id === field.id)
      return !seesAnswer(rights, { stored: [answer], asksHealth: isHealthQuestion(field) })
    })
    .map(({ id }) => id)

/** The answers that a reader with these rights sees. */
export const answersSeen = (
  { stored, opened }: OpenedAnswers,
  { fields, rights }: { fields: readonly Field[]; rights: readonly Right[] },
): Answer[] =>
  opened.filter((answer, index) => {
    const field = fields.find(({ id }) => id === answer.field_id)
    return seesAnswer(rights, {
      stored: [stored[index]],
      asksHealth: field !== undefined && isHealthQuestion(field),
    })
  })
