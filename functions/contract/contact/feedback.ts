import * as z from 'zod/mini'
import { code, Id, line, lines, ProgramId } from '../field-rules.ts'
import { paging, wholeInQuery } from '../paging.ts'
import { feedbackStatuses } from '../states/feedback-states.ts'

export const commentsLength = 2000
/** Days for which a code is valid, and for which a submission can be changed. */
export const feedbackDays = { code: 60, editing: 14 } as const

const Code = /* @__PURE__ */ line(64)
const Rating = z.int(code('required')).check(z.gte(1, code('out_of_range')), z.lte(5, code('out_of_range')))

/** The code of the mail, which replaces the id. */
export const InFeedbackCode = z.strictObject({ feedback_id: Code })
/** Query of GET profile/feedback/{code}: `rating` (1 to 5) only preselects a star. */
export const FeedbackQuery = z.strictObject({ rating: z.optional(wholeInQuery(1, 5)) })
export const InFeedback = z.strictObject({ feedback_id: Id })

/**
 * Body of PUT feedback/{feedback_id}. The caller needs the code of the mail, or a session of the customer who was asked.
 */
export const UpdateFeedbackRequest = z.strictObject({
  code: z.nullish(Code),
  rating: Rating,
  comments: z.nullish(lines(commentsLength)),
})
export type UpdateFeedbackRequest = z.infer<typeof UpdateFeedbackRequest>

const Person = z.strictObject({ id: z.string(), first_name: z.string() })
const About = z.strictObject({
  registration_id: z.string(),
  title: z.string(),
  starts_at: z.string(),
  ends_at: z.string(),
  timezone: z.string(),
})

/** The feedback of a code. Anyone with the code sees first names only. */
export const Feedback = z.strictObject({
  id: z.string(),
  object: z.literal('feedback'),
  program_id: z.string(),
  customer_profile: Person,
  attendee_profile: Person,
  about: About,
  status: z.enum(feedbackStatuses),
  rating: z.nullable(z.int()),
  selected_rating: z.nullable(z.int()),
  comments: z.nullable(z.string()),
  expires_at: z.string(),
  submitted_at: z.nullable(z.string()),
  editable_until: z.nullable(z.string()),
})
export type Feedback = z.infer<typeof Feedback>

/** Query of GET organiser/programs/{program_id}/feedback, newest first. */
export const OrganiserFeedbackQuery = z.strictObject({
  ...paging,
  order: z._default(z.enum(['asc', 'desc']), 'desc'),
  event_id: z.optional(Id),
  rating: z.optional(wholeInQuery(1, 5)),
})
export type OrganiserFeedbackQuery = z.infer<typeof OrganiserFeedbackQuery>
/** Query of all feedback as a file, with the same filters. */
export const OrganiserFeedbackExportQuery = z.pick(OrganiserFeedbackQuery, { event_id: true, rating: true })
export const InOrganiserFeedback = z.strictObject({ program_id: ProgramId })

/** Feedback for its organisation. */
export const OrganiserFeedback = z.strictObject({
  id: z.string(),
  object: z.literal('organiser_feedback'),
  program_id: z.string(),
  event_id: z.nullable(z.string()),
  customer_profile: z.strictObject({
    id: z.string(),
    first_name: z.string(),
    last_name: z.string(),
    email: z.string(),
  }),
  attendee_profile: z.strictObject({ id: z.string(), first_name: z.string(), last_name: z.string() }),
  about: About,
  rating: z.int(),
  comments: z.nullable(z.string()),
  submitted_at: z.string(),
})
export type OrganiserFeedback = z.infer<typeof OrganiserFeedback>
