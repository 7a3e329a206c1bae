import type { ShapeWords } from '../field-words.ts'

const report: ShapeWords = {
  reporter_name: ['Name of the reporter.', 'Nadia Roy'],
  reporter_email: ['Where the answer goes.', 'nadia@example.com'],
  type: ['What the report is about.', 'billing'],
  issue_type: ['What it is about more exactly: one of the issues of its `type`, else `other`.', 'payment_failed'],
  summary: ['The report in one line; of a card number only the last four digits are kept.', 'My payment failed'],
  description: ['What happened and what was expected.', 'I pressed Pay and nothing happened.'],
  customer_id: [
    'Customer who reports. Kept only where the bearer token says the same; otherwise null.',
    'cus_3dF5gH7jK9',
  ],
  program_id: ['Program it is about; null for the site.', 'lakeside'],
  program_name: ['Name of the program.', 'Lakeside Camps'],
  url: ['Page the reporter was on, http or https; its query is not kept.', 'https://book.example.com/pg/lakeside'],
  app_version: ['Version of the client.', '0.117.0'],
  failure: 'The error that was answered before; null when there was none.',
  'failure.type': ['Its `type`.', 'payment_failed'],
  'failure.code': ['Its HTTP number.', 402],
  'failure.message': ['The sentence that was shown.', 'The payment did not go through.'],
  'failure.param': ['Field it was about.', 'payment_source_id'],
  'failure.path': ['Path that was called; its query is not kept.', '/api/v1/profile/orders/ord_1/payments'],
  'failure.timestamp': ['When it was answered.', '2027-04-12T18:36:00.000Z', { format: 'date-time' }],
}

export const supportShapes: Record<string, ShapeWords> = {
  AnswerReportRequest: {
    status: ['How far it is now; what is closed stays closed.', 'resolved'],
    message: ['What the reporter is told; their reply goes to who answers.', 'We sent the refund again.'],
  },
  SupportRequest: report,
  SupportReport: {
    ...report,
    id: ['Id of the report.', 'sup_3dF5gH7jK9'],
    reference: ['Number for the reporter to quote.', 'S-20418'],
    status: ['How far it is.', 'received'],
  },
}

const insightEvent: ShapeWords = {
  url: [
    'Page it happened on, of this site: of its query only the language and the campaign are kept.',
    '/pg/lakeside/login',
  ],
  type: ['What happened.', 'login'],
  props: 'What is said of it: at most ten short values. Only those named here are stored; nothing tells who it was.',
  'props.language': ['Language of the page.', 'en'],
  'props.form': ['Whether the form was sent by script or by the browser itself.', 'plain'],
}
export const insightShapes: Record<string, ShapeWords> = { InsightRequest: insightEvent, InsightEvent: insightEvent }
