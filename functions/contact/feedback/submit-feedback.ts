import { stepsToSubmitted } from '../../contract/states/feedback-states.ts'
import { ApiError } from '../../contract/api-error.ts'
import type { Feedback, UpdateFeedbackRequest } from '../../contract/contact/feedback.ts'
import { type Ctx, customerOf } from '../../platform/context.ts'
import { system } from '../../platform/actor.ts'
import { commit } from '../../platform/database/commit.ts'
import { guard } from '../../platform/database/guard.ts'
import { historyRows } from '../../platform/database/history.ts'
import { retryOnConflict } from '../../platform/database/retry-on-conflict.ts'
import { hashOfCode } from '../../platform/identity/feedback-code.ts'
import { editRow, feedbackByCode, feedbackById, type FeedbackRow, submitRow } from './feedback-rows.ts'
import { checkMaySubmit } from './feedback-rules.ts'
import { showFeedback } from './show-feedback.ts'

type Input = UpdateFeedbackRequest & {
  feedback_id: string
  /** The program whose page has the form. */
  program_id?: string
}

/**
 * PUT feedback/{feedback_id}: submits feedback once, and changes it within 14 days. The caller needs the code of the
 * mail, or a session of the customer who was asked.
 */
export const submitFeedback = (ctx: Ctx, input: Input): Promise<Feedback> =>
  retryOnConflict(() => submitOnce(ctx, input))

async function submitOnce(ctx: Ctx, input: Input): Promise<Feedback> {
  const customer = customerOf(ctx)
  if (!input.code && !customer) throw new ApiError('required', { param: 'code' })
  const [row] = await (input.code ? feedbackByCode(ctx, hashOfCode(input.code)) : feedbackById(ctx, input.feedback_id))
  if (!input.code && row?.feedback.customer_id !== customer?.customer_id)
    throw new ApiError('not_found', { param: 'feedback_id' })
  if (
    row?.feedback.id !== input.feedback_id ||
    (input.program_id ?? row.feedback.program_id) !== row.feedback.program_id
  )
    throw new ApiError('not_found', { param: 'feedback_id' })
  const answer = checkMaySubmit(row.feedback, ctx.now)
  if (!answer.ok) throw new ApiError(answer.type, { param: row.feedback.status })

  const content = { rating: input.rating, comments: input.comments?.replaceAll('\r\n', '\n') || null }
  const isFirst = row.feedback.status !== 'submitted'
  const [[saved]] = await commit(
    ctx,
    isFirst
      ? submitStatements(ctx, row.feedback, content)
      : [editRow(ctx, row.feedback.id, content), guard(ctx.db, 'state')],
    feedbackById(ctx, row.feedback.id),
  )
  if (!saved) throw new ApiError('internal_error')
  return showFeedback(ctx, saved)
}

// A submission also counts as opening: opened links are not recorded, because mail programs open them too.
function submitStatements(ctx: Ctx, feedback: FeedbackRow, content: { rating: number; comments: string | null }) {
  const path = feedback.status === 'issued' ? stepsToSubmitted.issued : stepsToSubmitted.opened
  const actor = customerOf(ctx) ?? system
  const steps = path.map((to, index) => ({
    ...{ object: 'feedback' as const, object_id: feedback.id, step: feedback.step + index },
    ...{ from: index === 0 ? feedback.status : 'opened', to, actor, at: ctx.now },
  }))
  return [
    submitRow(ctx, feedback, feedback.step + path.length, content),
    guard(ctx.db, 'state'),
    ...historyRows(ctx, steps),
  ]
}
