import { Hono } from 'hono'
import {
  Feedback,
  FeedbackQuery,
  InFeedback,
  InFeedbackCode,
  InOrganiserFeedback,
  OrganiserFeedback,
  OrganiserFeedbackExportQuery,
  OrganiserFeedbackQuery,
  UpdateFeedbackRequest,
} from '../../contract/contact/feedback.ts'
import { listOf } from '../../contract/paging.ts'
import type { Worker } from '../../platform/context.ts'
import { describeRoute } from '../../platform/middleware/describe-route.ts'
import { organiser } from '../../platform/middleware/organiser.ts'
import { limitedByAddress } from '../../platform/middleware/rate-limit.ts'
import { maybeSignedIn } from '../../platform/middleware/signed-in.ts'
import { validate } from '../../platform/middleware/validate.ts'
import { csvHeaders } from '../../platform/middleware/csv-file.ts'
import { exportFeedback, listFeedback } from './list-feedback.ts'
import { findFeedback } from './show-feedback.ts'
import { submitFeedback } from './submit-feedback.ts'

/** Feedback by the code in a mail, without a log-in: `/v1/profile/feedback`. */
export const feedbackV1 = new Hono<Worker>()
  .get(
    '/:feedback_id',
    describeRoute({
      summary: 'What the code of a mail asks about',
      tag: 'Feedback',
      caller: 'anyone',
      answers: { 200: Feedback },
      errors: ['not_found', 'too_many_requests'],
    }),
    limitedByAddress('feedback'),
    validate('param', InFeedbackCode),
    validate('query', FeedbackQuery),
    async (c) => {
      const { feedback_id: code } = c.req.valid('param')
      return c.json(await findFeedback(c.var.ctx, { code, ...c.req.valid('query') }), 200)
    },
  )
  .put(
    '/:feedback_id',
    describeRoute({
      summary: 'Send feedback, or change it within 14 days',
      tag: 'Feedback',
      caller: 'anyone',
      answers: { 200: Feedback },
      errors: [
        'required',
        'out_of_range',
        'too_long',
        'invalid_characters',
        'not_found',
        'state_conflict',
        'link_expired',
        'too_many_requests',
      ],
    }),
    limitedByAddress('feedback'),
    maybeSignedIn,
    validate('param', InFeedback),
    validate('json', UpdateFeedbackRequest),
    async (c) => c.json(await submitFeedback(c.var.ctx, { ...c.req.valid('json'), ...c.req.valid('param') }), 200),
  )

/** Feedback for the organisation: `/v1/organiser/programs/{program_id}/feedback`. */
export const organiserFeedbackV1 = new Hono<Worker>()
  .get(
    '/',
    describeRoute({
      summary: 'What families said, newest first',
      tag: 'Organiser',
      caller: 'organiser',
      answers: { 200: listOf(OrganiserFeedback) },
    }),
    organiser('messages', { filtersByReach: true }),
    validate('param', InOrganiserFeedback),
    validate('query', OrganiserFeedbackQuery),
    async (c) => c.json(await listFeedback(c.var.ctx, { ...c.req.valid('param'), ...c.req.valid('query') }), 200),
  )
  .get(
    '/export',
    describeRoute({
      summary: 'What families said, as a file for spreadsheets',
      tag: 'Organiser',
      caller: 'organiser',
      answers: { 200: null },
      file: 'text/csv',
    }),
    organiser('messages', { filtersByReach: true }),
    validate('param', InOrganiserFeedback),
    validate('query', OrganiserFeedbackExportQuery),
    async (c) =>
      c.body(
        await exportFeedback(c.var.ctx, { ...c.req.valid('param'), ...c.req.valid('query') }),
        200,
        csvHeaders('feedback'),
      ),
  )
