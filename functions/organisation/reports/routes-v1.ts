import { type Context, Hono } from 'hono'
import { InOrganiserProgram } from '../../contract/organisation/organiser-event.ts'
import { type ReportName, ReportQuery, reportSchemas } from '../../contract/organisation/reports.ts'
import type { OrganiserWorker, Worker } from '../../platform/context.ts'
import { csvHeaders } from '../../platform/middleware/csv-file.ts'
import { describeRoute } from '../../platform/middleware/describe-route.ts'
import { organiser } from '../../platform/middleware/organiser.ts'
import { validate } from '../../platform/middleware/validate.ts'
import { exportReport } from './export-report.ts'
import { readReport } from './read-report.ts'

const describeReport = (report: ReportName, summary: string) =>
  describeRoute({
    summary,
    tag: 'Organiser',
    caller: 'organiser',
    answers: { 200: reportSchemas[report] },
    file: 'text/csv',
    errors: ['invalid_date', 'invalid_option', 'out_of_range'],
  })

type Input = ReportQuery & { program_id: string }

async function answer(c: Context<OrganiserWorker>, report: ReportName, { format, ...input }: Input) {
  const { ctx } = c.var
  if (format === 'csv') return c.body(await exportReport(ctx, { ...input, report }), 200, csvHeaders(report))
  c.header('Cache-Control', 'private, no-store')
  return c.json(await readReport(ctx, { ...input, report }), 200)
}

/** The reports of a program, as JSON or as a file: `/v1/organiser/programs/{program_id}/reports`. */
export const organiserReportsV1 = new Hono<Worker>()
  .get(
    '/reports/sales',
    describeReport('sales', 'What was sold, with discounts, fees, taxes and refunds'),
    organiser('money'),
    validate('param', InOrganiserProgram),
    validate('query', ReportQuery),
    (c) => answer(c, 'sales', { ...c.req.valid('query'), ...c.req.valid('param') }),
  )
  .get(
    '/reports/due',
    describeReport('due', 'What is still to be paid'),
    organiser('money'),
    validate('param', InOrganiserProgram),
    validate('query', ReportQuery),
    (c) => answer(c, 'due', { ...c.req.valid('query'), ...c.req.valid('param') }),
  )
  .get(
    '/reports/payouts',
    describeReport('payouts', 'What was received and refunded, by method'),
    organiser('money'),
    validate('param', InOrganiserProgram),
    validate('query', ReportQuery),
    (c) => answer(c, 'payouts', { ...c.req.valid('query'), ...c.req.valid('param') }),
  )
  .get(
    '/reports/attendance',
    describeReport('attendance', 'Who was present on how many days'),
    organiser('roster', { filtersByReach: true }),
    validate('param', InOrganiserProgram),
    validate('query', ReportQuery),
    (c) => answer(c, 'attendance', { ...c.req.valid('query'), ...c.req.valid('param') }),
  )
  .get(
    '/reports/answers',
    describeReport('answers', 'How often each answer was given, without questions about health'),
    organiser('answers', { filtersByReach: true }),
    validate('param', InOrganiserProgram),
    validate('query', ReportQuery),
    (c) => answer(c, 'answers', { ...c.req.valid('query'), ...c.req.valid('param') }),
  )
