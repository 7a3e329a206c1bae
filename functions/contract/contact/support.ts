import * as z from 'zod/mini'
import { code, Email, Id, line, lines, optionalLine, ProgramId } from '../field-rules.ts'
import { oneOrMore, paging } from '../paging.ts'
import { supportStatuses } from '../states/support-states.ts'
import * as supportStates from '../states/support-states.ts'

export const supportTypes = [
  'question',
  'problem',
  'billing',
  'account_access',
  'privacy',
  'accessibility',
  'idea',
] as const
export type SupportType = (typeof supportTypes)[number]

/** The issues of each type. */
export const issueTypes = {
  question: ['how_to', 'program_information', 'other'],
  problem: ['page_error', 'cannot_register', 'wrong_information', 'upload_failed', 'slow_or_blank', 'other'],
  billing: [
    'payment_failed',
    'charged_twice',
    'charged_wrong_amount',
    'refund_missing',
    'receipt_needed',
    'membership_billing',
    'other',
  ],
  account_access: [
    'cannot_log_in',
    'code_not_received',
    'recovery_link_invalid',
    'wrong_email',
    'duplicate_account',
    'other',
  ],
  privacy: ['export_my_data', 'delete_my_data', 'correct_my_data', 'unwanted_email', 'other'],
  accessibility: ['screen_reader', 'keyboard', 'contrast_or_size', 'time_limit', 'other'],
  idea: ['other'],
} as const satisfies Record<SupportType, readonly string[]>
export type IssueType = (typeof issueTypes)[SupportType][number]
export const allIssueTypes = [...new Set(Object.values(issueTypes).flat())] as [IssueType, ...IssueType[]]

export const summaryLength = 120
export const descriptionLength = 5000
/** Maximum number of reports from one email per hour. */
export const maxReportsPerHour = 5

/** The error that a client got before its user wrote to support, without the list of fields. */
export const ReportedFailure = z.strictObject({
  type: z.string().check(z.regex(/^[a-z][a-z0-9_]{0,59}$/, code('invalid_parameter'))),
  code: z.nullish(z.int().check(z.gte(400), z.lte(599))),
  message: z.nullish(optionalLine(500)),
  param: z.nullish(optionalLine(120)),
  path: z.nullish(
    optionalLine(500).check(z.refine((path) => path === '' || path.startsWith('/'), code('invalid_parameter'))),
  ),
  timestamp: z.nullish(
    optionalLine(40).check(z.refine((text) => !Number.isNaN(Date.parse(text)), code('invalid_date'))),
  ),
})
export type ReportedFailure = z.infer<typeof ReportedFailure>

const PageUrl = /* @__PURE__ */ optionalLine(2048).check(z.refine(isPage, code('invalid_url')))
function isPage(text: string): boolean {
  return text === '' || (/^https?:\/\//i.test(text) && URL.canParse(text) && new URL(text).username === '')
}

/** Body of POST support. `issue_type` is an issue of its `type`; the default is `other`. */
export const SupportRequest = z
  .strictObject({
    reporter_name: line(80),
    reporter_email: Email,
    type: z.enum(supportTypes, { error: code('invalid_option') }),
    issue_type: z.nullish(z.enum(allIssueTypes, { error: code('invalid_option') })),
    summary: line(summaryLength).check(z.minLength(3, code('too_short'))),
    description: lines(descriptionLength).check(
      z.overwrite((text) => text.replaceAll('\r\n', '\n')),
      z.minLength(10, code('too_short')),
    ),
    customer_id: z.nullish(Id),
    program_id: z.nullish(ProgramId),
    program_name: z.nullish(optionalLine(100)),
    url: z.nullish(PageUrl),
    app_version: z.nullish(optionalLine(40)),
    failure: z.nullish(ReportedFailure),
  })
  .check(
    z.refine(({ type, issue_type }) => !issue_type || (issueTypes[type] as readonly string[]).includes(issue_type), {
      path: ['issue_type'],
      error: code('invalid_option'),
    }),
  )
export type SupportRequest = z.infer<typeof SupportRequest>

/** Body of PUT support_reports/{reference}: the new status, and the answer to the reporter. */
export const AnswerReportRequest = z.strictObject({
  status: z.enum(supportStates.answers.statuses, { error: code('invalid_option') }),
  message: z.nullish(lines(descriptionLength)),
})
export type AnswerReportRequest = z.infer<typeof AnswerReportRequest>
export const InSupportReport = z.strictObject({ program_id: ProgramId, reference: line(20) })
export const InSiteReport = z.strictObject({ reference: line(20) })

/** Query of GET support_reports: open reports unless `status` names others. */
export const ReportListQuery = z.strictObject({
  ...paging,
  sort: z._default(z.enum(['created', 'updated']), 'created'),
  status: z.optional(oneOrMore(z.enum(supportStatuses))),
})
export type ReportListQuery = z.infer<typeof ReportListQuery>

/** A report for its reporter. `reference` is the number that the reporter quotes. */
export const SupportReport = z.strictObject({
  id: z.string(),
  object: z.literal('support_report'),
  reference: z.string(),
  status: z.enum(supportStatuses),
  type: z.enum(supportTypes),
  issue_type: z.enum(allIssueTypes),
  reporter_name: z.string(),
  reporter_email: z.string(),
  summary: z.string(),
  description: z.string(),
  customer_id: z.nullable(z.string()),
  program_id: z.nullable(z.string()),
  program_name: z.nullable(z.string()),
  url: z.nullable(z.string()),
  app_version: z.nullable(z.string()),
  failure: z.nullable(
    z.strictObject({
      type: z.string(),
      code: z.nullable(z.int()),
      message: z.nullable(z.string()),
      param: z.nullable(z.string()),
      path: z.nullable(z.string()),
      timestamp: z.nullable(z.string()),
    }),
  ),
  created: z.string(),
  updated: z.string(),
})
export type SupportReport = z.infer<typeof SupportReport>
