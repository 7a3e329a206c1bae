import type { Translations } from '../../contract/texts.ts'
import type { Ctx } from '../../platform/context.ts'
import type { Db } from '../../platform/database/database.ts'
import { questionsOf } from './removal-rows.ts'
import { releaseErasedAnswers } from '../uploads/use-files.ts'
import {
  eraseDueAnswers,
  eraseDueFormerAnswers,
  eraseMergedNotes,
  eraseNotes,
  moveCursor,
  nextPeople,
  questionsOfDuePrograms,
  recordAnswersErased,
  recordNotesErased,
} from './health-erasure-rows.ts'
import { isHealthQuestion } from '../../contract/people/attendee.ts'

/** People checked per run. */
const peoplePerRun = 200

type QuestionText = { id: string; title: string; help: string | null; translations: Translations }

/** The query of a program's questions in every language, former texts and dropped questions included. */
export const questionsOfProgram = (db: Db, programId: string) => questionsOf(db, programId)

/** The ids of the questions about health, recognised by their texts in every language. */
export const healthQuestionIds = (questions: readonly QuestionText[]): string[] =>
  questions
    .filter(({ title, help, translations }) =>
      isHealthQuestion({ title, help: `${help ?? ''} ${JSON.stringify(translations)}` }),
    )
    .map(({ id }) => id)

/**
 * Scheduled task: erases health data 30 days after a person's last event: their answers in a program after the last
 * event there, their notes after the last event in any program, and the copies in merge records. Each run checks the
 * next few people, and starts over at the end. Every write checks the bookings again, so that a booking made in the
 * meantime keeps the notes.
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
          eraseDueFormerAnswers(db, answers),
          releaseErasedAnswers(ctx, { attendee_ids }),
        ])
      : [null, []]

  await moveCursor(db, people.length < peoplePerRun ? '' : (attendee_ids.at(-1) ?? ''), now)
  const rows = notes.length + merges.length + erased.length
  if (rows > 0) ctx.log('health_notes_erased', { rows })
}
