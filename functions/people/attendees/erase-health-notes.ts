import type { Translations } from '../../contract/texts.ts'
import type { Ctx } from '../../platform/context.ts'
import { releaseErasedAnswers } from '../uploads/use-files.ts'
import {
  eraseDueAnswers,
  eraseMergedNotes,
  eraseNotes,
  moveCursor,
  nextPeople,
  questionsOfDuePrograms,
  recordAnswersErased,
  recordNotesErased,
} from './health-erasure-rows.ts'
import { isHealthQuestion } from '../../contract/people/attendee.ts'

/** How many people one run looks at. */
const peoplePerRun = 200

type QuestionText = { id: string; title: string; help: string | null; translations: Translations }

/** The ids of the questions about health, by their words in every language they are asked in. */
export const healthQuestionIds = (questions: readonly QuestionText[]): string[] =>
  questions
    .filter(({ title, help, translations }) =>
      isHealthQuestion({ title, help: `${help ?? ''} ${JSON.stringify(translations)}` }),
    )
    .map(({ id }) => id)

/**
 * The clock erases what is known of a person's health 30 days after their last event: their answers with a program after the
 * last event there, their own notes after the last anywhere, and what a merge wrote down of them. A few people at a time,
 * round and round. Each write looks again at what is booked, so that a booking that arrives meanwhile keeps the notes.
 */
export async function eraseHealthNotes(ctx: Ctx): Promise<void> {
  const { db, now } = ctx
  const people = await nextPeople(db, peoplePerRun)
  const attendee_ids = people.map(({ id }) => id)

  const [questions, , notes, merges] = await db.batch([
    questionsOfDuePrograms(db, attendee_ids, now),
    recordNotesErased(db, attendee_ids, now),
    eraseNotes(db, attendee_ids, now),
    eraseMergedNotes(db, attendee_ids, now),
  ])
  const question_ids = healthQuestionIds(questions)
  const answers = { attendee_ids, question_ids, now }
  const [, erased] =
    question_ids.length > 0
      ? await db.batch([
          recordAnswersErased(db, answers),
          eraseDueAnswers(db, answers),
          releaseErasedAnswers(ctx, { attendee_ids }),
        ])
      : [null, []]

  await moveCursor(db, people.length < peoplePerRun ? '' : (attendee_ids.at(-1) ?? ''), now)
  const rows = notes.length + merges.length + erased.length
  if (rows > 0) ctx.log('health_notes_erased', { rows })
}
