import { shortTextLength } from '../../../contract/limits.ts'
import type { ProgramFile, Refusal } from '../../../contract/organisation/organiser.ts'
import type { CompleteFile } from './complete-file.ts'
import { refuseWhen } from './refuse.ts'

type Question = ProgramFile['questions'][number]
const withChoices = ['single_choice', 'multi_choice', 'dropdown']

/** Mistakes in the questions of a file. */
export function checkQuestions({ questions }: CompleteFile): Refusal[] {
  return questions.flatMap((question) => {
    const path = `questions.${question.key}`
    const values = question.choices.map((choice) => (typeof choice === 'string' ? choice : choice.value))
    return [
      ...refuseWhen(withChoices.includes(question.type) !== values.length > 0, 'invalid_option', {
        path: `${path}.choices`,
        message: values.length > 0 ? 'This type of question has no choices.' : 'Name at least one choice.',
      }),
      ...refuseWhen(new Set(values).size !== values.length, 'invalid_option', {
        path: `${path}.choices`,
        message: 'The same choice is listed twice.',
      }),
      ...refuseWhen(question.type === 'short_text' && (question.max_length ?? 0) > shortTextLength, 'too_long', {
        path: `${path}.max_length`,
        message: `A short text has at most ${shortTextLength} characters.`,
      }),
      ...refuseWhen(question.min !== null && question.max !== null && question.min > question.max, 'out_of_range', {
        path: `${path}.max`,
        message: 'The largest is below the least.',
      }),
      ...checkCondition(question, questions, path),
    ]
  })
}

function checkCondition({ show_if, key }: Question, questions: Question[], path: string): Refusal[] {
  if (show_if === null) return []
  const isKnown = show_if.field !== key && questions.some((question) => question.key === show_if.field)
  return refuseWhen(!isKnown, 'not_found', {
    path: `${path}.show_if.field`,
    message: `No other question has the key ${show_if.field}.`,
  })
}
