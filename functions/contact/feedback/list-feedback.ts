import { feedbackWords } from '../../contract/sentences/feedback-words.ts'
import type { OrganiserFeedback, OrganiserFeedbackQuery } from '../../contract/contact/feedback.ts'
import { type List, list } from '../../contract/paging.ts'
import { withOffset } from '../../contract/wall-clock.ts'
import type { Ctx } from '../../platform/context.ts'
import { csvOfPages } from '../../platform/middleware/csv-file.ts'
import { pageOfFeedback } from './feedback-rows.ts'
import { showOrganiserFeedback } from './show-feedback.ts'

/** A program's feedback, newest first by default. */
export async function listFeedback(
  ctx: Ctx,
  input: OrganiserFeedbackQuery & { program_id: string },
): Promise<List<OrganiserFeedback>> {
  const { rows, total } = await pageOfFeedback(ctx, input)
  return list(
    rows.map((row) => showOrganiserFeedback(ctx, row)),
    total,
    input,
  )
}

/** All feedback as a file for spreadsheets. */
export async function exportFeedback(
  ctx: Ctx,
  input: Pick<OrganiserFeedbackQuery, 'event_id' | 'rating'> & { program_id: string },
): Promise<string> {
  return csvOfPages(
    feedbackWords[ctx.language].csv,
    (page) => listFeedback(ctx, { ...input, ...page, order: 'asc' }),
    rowOf,
    { language: ctx.language },
  )
}

const rowOf = ({ about, attendee_profile, customer_profile, ...feedback }: OrganiserFeedback) => [
  withOffset(feedback.submitted_at, about.timezone),
  about.title,
  withOffset(about.starts_at, about.timezone),
  `${attendee_profile.first_name} ${attendee_profile.last_name}`,
  `${customer_profile.first_name} ${customer_profile.last_name}`,
  customer_profile.email,
  feedback.rating,
  feedback.comments,
]
