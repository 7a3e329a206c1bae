import type { Db, Statement } from '../../platform/database/database.ts'
import type { StoredFormResponse } from '../../platform/database/tables/registrations.ts'
import { insertAnswerChanges, removeAnswerChanges } from './answer-change-rows.ts'
import { changesBetween } from './answer-changes.ts'

type Answered = { attendee_id: string; form_response: StoredFormResponse }

/** The history of the answers that a move changes. Answers about another person are not passed on. */
export function recordMovedAnswers(db: Db, from: Answered & { id: string; step: number }, to: Answered): Statement[] {
  if (from.attendee_id !== to.attendee_id) return [removeAnswerChanges(db, from.id)]
  const changes = changesBetween(from.form_response.answers, to.form_response.answers)
  return insertAnswerChanges(db, { registration_id: from.id, step: from.step + 1 }, changes)
}
