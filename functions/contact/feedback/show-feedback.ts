import { ApiError } from '../../contract/api-error.ts'
import type { Feedback, OrganiserFeedback } from '../../contract/contact/feedback.ts'
import { instant } from '../../contract/instant.ts'
import { localize } from '../../contract/texts.ts'
import type { Ctx, CustomerContext } from '../../platform/context.ts'
import { hashOfCode } from '../../platform/identity/feedback-code.ts'
import { feedbackByCode, feedbackOfCustomer, programOfPage, type ShownFeedback } from './feedback-rows.ts'
import { editableUntil, statusAt } from './feedback-rules.ts'

/** The booking that feedback is about, in the reader's language. */
export function aboutOf(ctx: Pick<Ctx, 'contentLanguage'>, row: ShownFeedback): Feedback['about'] {
  const { title } = localize({ title: row.title, translations: row.translations }, ctx.contentLanguage)
  return {
    registration_id: row.feedback.registration_id,
    title,
    starts_at: instant(row.feedback.occasion_starts_at),
    ends_at: instant(row.feedback.occasion_ends_at),
    timezone: row.timezone,
  }
}

/** Feedback in an API response. `selected` is the rating in the mail's link. */
export function showFeedback(ctx: Ctx, row: ShownFeedback, selected: number | null = null): Feedback {
  const { feedback, customer, attendee, attendee_profile_id } = row
  return {
    id: feedback.id,
    object: 'feedback',
    program_id: feedback.program_id,
    customer_profile: { id: customer.profile_id, first_name: customer.first_name },
    attendee_profile: { id: attendee_profile_id, first_name: attendee.first_name },
    about: aboutOf(ctx, row),
    status: statusAt(feedback, ctx.now),
    rating: feedback.rating,
    selected_rating: selected ?? feedback.rating,
    comments: feedback.comments,
    expires_at: instant(feedback.expires_at),
    submitted_at: instant(feedback.submitted_at),
    editable_until: instant(editableUntil(feedback.submitted_at)),
  }
}

/** Feedback for the organisation, with full names and the reply address. */
export const showOrganiserFeedback = (ctx: Ctx, row: ShownFeedback): OrganiserFeedback => ({
  id: row.feedback.id,
  object: 'organiser_feedback',
  program_id: row.feedback.program_id,
  event_id: row.event_id,
  customer_profile: {
    id: row.customer.profile_id,
    first_name: row.customer.first_name,
    last_name: row.customer.last_name,
    email: row.customer.email,
  },
  attendee_profile: {
    id: row.attendee_profile_id,
    first_name: row.attendee.first_name,
    last_name: row.attendee.last_name,
  },
  about: aboutOf(ctx, row),
  rating: row.feedback.rating ?? 0,
  comments: row.feedback.comments,
  submitted_at: instant(row.feedback.submitted_at ?? 0),
})

/** GET feedback/{code}: the feedback of a code. Nothing is written, so that link scanners change nothing. */
export async function findFeedback(ctx: Ctx, input: { code: string; rating?: number | undefined }): Promise<Feedback> {
  const [row] = await feedbackByCode(ctx, hashOfCode(input.code))
  if (!row) throw new ApiError('not_found', { param: 'code' })
  return showFeedback(ctx, row, input.rating ?? null)
}

/**
 * A program and the feedback of a code, for their page, in one database round trip. The feedback is null if it belongs
 * to another program; the result is null without the program.
 */
export async function findFeedbackPage(ctx: Ctx, input: { program_id: string; code: string }) {
  const [[program], [row]] = await ctx.db.batch([
    programOfPage(ctx, input.program_id),
    feedbackByCode(ctx, hashOfCode(input.code)),
  ])
  if (!program) return null
  return { program, row: row?.feedback.program_id === program.id ? row : null }
}

/** A customer's own feedback, for the export of their data. */
export const ownFeedback = async (ctx: CustomerContext): Promise<Feedback[]> =>
  (await feedbackOfCustomer(ctx, ctx.actor.customer_id)).map((row) => showFeedback(ctx, row))
