import { Hono } from 'hono'
import type { ErrorType } from '../../contract/api-error.ts'
import { InOrganiserProgram } from '../../contract/organisation/organiser-event.ts'
import { listOf } from '../../contract/paging.ts'
import {
  AnswerReportRequest,
  InSiteReport,
  InSupportReport,
  ReportListQuery,
  SupportReport,
  SupportRequest,
} from '../../contract/contact/support.ts'
import type { Worker } from '../../platform/context.ts'
import { describeRoute } from '../../platform/middleware/describe-route.ts'
import { idempotent } from '../../platform/middleware/idempotency.ts'
import { limitedByAddress } from '../../platform/middleware/rate-limit.ts'
import { organiser } from '../../platform/middleware/organiser.ts'
import { maybeSignedIn } from '../../platform/middleware/signed-in.ts'
import { validate } from '../../platform/middleware/validate.ts'
import { answerReport } from './answer-report.ts'
import { getReport, listReports } from './list-reports.ts'
import { sendReport } from './send-report.ts'

/** Reports to the people of a program or of the site: `/v1/support`. */
export const supportV1 = new Hono<Worker>().post(
  '/',
  describeRoute({
    summary: 'Report a problem, ask a question or give an idea',
    tag: 'Support',
    takesKey: true,
    answers: { 201: SupportReport },
    errors: [
      'required',
      'too_short',
      'too_long',
      'invalid_characters',
      'invalid_email',
      'invalid_option',
      'invalid_url',
      'not_found',
      'too_many_requests',
    ],
  }),
  limitedByAddress('support'),
  maybeSignedIn,
  validate('json', SupportRequest),
  idempotent,
  async (c) => c.json(await sendReport(c.var.ctx, c.req.valid('json')), 201),
)

const showing = { tag: 'Organiser', caller: 'organiser' as const, answers: { 200: SupportReport } }
const listing = { ...showing, answers: { 200: listOf(SupportReport) } }
const answering = {
  ...showing,
  errors: [
    'required',
    'invalid_option',
    'too_long',
    'invalid_characters',
    'not_found',
    'state_conflict',
  ] satisfies ErrorType[],
}

/** Reports as the program or the operator reads and answers them: `/v1/organiser`. */
export const supportReportsV1 = new Hono<Worker>()
  .get(
    '/programs/:program_id/support_reports',
    describeRoute({ ...listing, summary: 'Reports that only the program can answer' }),
    organiser('messages'),
    validate('param', InOrganiserProgram),
    validate('query', ReportListQuery),
    async (c) => c.json(await listReports(c.var.ctx, { ...c.req.valid('param'), ...c.req.valid('query') }), 200),
  )
  .get(
    '/programs/:program_id/support_reports/:reference',
    describeRoute({ ...showing, summary: 'One report that only the program can answer' }),
    organiser('messages'),
    validate('param', InSupportReport),
    async (c) => c.json(await getReport(c.var.ctx, c.req.valid('param')), 200),
  )
  .put(
    '/programs/:program_id/support_reports/:reference',
    describeRoute({
      ...answering,
      summary: 'Say how far a report is that only the program can answer; its reporter is told by mail',
    }),
    organiser('messages'),
    validate('param', InSupportReport),
    validate('json', AnswerReportRequest),
    async (c) => c.json(await answerReport(c.var.ctx, { ...c.req.valid('param'), ...c.req.valid('json') }), 200),
  )
  .get(
    '/support_reports',
    describeRoute({ ...listing, summary: 'Reports to the people who run the site' }),
    organiser('site'),
    validate('query', ReportListQuery),
    async (c) => c.json(await listReports(c.var.ctx, { program_id: null, ...c.req.valid('query') }), 200),
  )
  .get(
    '/support_reports/:reference',
    describeRoute({ ...showing, summary: 'One report to the people who run the site' }),
    organiser('site'),
    validate('param', InSiteReport),
    async (c) => c.json(await getReport(c.var.ctx, { program_id: null, ...c.req.valid('param') }), 200),
  )
  .put(
    '/support_reports/:reference',
    describeRoute({
      ...answering,
      summary: 'Say how far a report to the people who run the site is; its reporter is told by mail',
    }),
    organiser('site'),
    validate('param', InSiteReport),
    validate('json', AnswerReportRequest),
    async (c) =>
      c.json(await answerReport(c.var.ctx, { program_id: null, ...c.req.valid('param'), ...c.req.valid('json') }), 200),
  )
