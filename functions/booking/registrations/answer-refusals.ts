import { ApiError } from '../../contract/api-error.ts'
import { answerParam } from '../../contract/booking/answer-fields.ts'
import type { Answer } from '../../contract/booking/registration.ts'
import { formatDeadline, localeOf } from '../../contract/date-format.ts'
import { answersTooLateSentence } from '../../contract/sentences/sentence.ts'
import type { Ctx } from '../../platform/context.ts'
import { answersDeadline } from './answers-deadline.ts'
import { isInTime } from './cancellation-policy.ts'
import type { BookingRow } from './registration-rows.ts'

type Times = Pick<BookingRow, 'starts_at' | 'timezone'>
type Program = { country: string; preferences: { answers_until?: string } }

/** Throws for a new answer to one of these questions, which the caller does not see. */
export function refuseHiddenAnswers(answers: readonly Answer[], hidden: readonly string[]): void {
  const refused = answers.find(({ field_id }) => hidden.includes(field_id))
  if (refused) throw new ApiError('transition_not_allowed', { param: answerParam({ id: refused.field_id }) })
}

/** Throws after the deadline for changes of the answers of a place. The error names the deadline. */
export function requireAnswersOpen(ctx: Ctx, { starts_at, timezone }: Times, { country, preferences }: Program): void {
  const until = answersDeadline({ starts_at, timezone }, preferences.answers_until)
  if (isInTime(until, ctx.now)) return
  const words = formatDeadline(until, { timezone, locale: localeOf(ctx.language, country), now: ctx.now })
  const message = answersTooLateSentence(words, ctx.language)
  throw new ApiError('transition_not_allowed', { param: 'form_response', message })
}
