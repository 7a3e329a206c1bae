import type { Language } from '../../contract/field-rules.ts'
import { supportWords } from '../../contract/sentences/support-words.ts'
import type { Ctx } from '../../platform/context.ts'
import { findBranding } from '../../delivery/mail/find-branding.ts'
import type { MailBranding, MailPart } from '../../delivery/mail/mail-frame.ts'
import { mailTemplate, sampleBranding } from '../../delivery/mail/mail-template.ts'
import { referenceOf } from './report-text.ts'
import { reportById, type SupportReportRow } from './support-rows.ts'

type SupportReportMail = {
  to: string
  isProgram: boolean
  branding: MailBranding | null
  language: Language
  report: SupportReportRow
}

/**
 * A report, for the people of its program or of the site. A reply goes to the reporter. If the program has no address,
 * the site gets the mail, and the other way round.
 */
export const supportReportMail = mailTemplate<SupportReportMail>({
  load: async (ctx, { ref }) => {
    const [report] = await reportById(ctx, ref)
    if (!report) return null
    const branding = report.program_id ? await findBranding(ctx, report.program_id, null) : null
    const to = recipientOf(ctx, report, branding)
    if (to) return { ...to, branding, language: to.isProgram && branding?.language === 'fr' ? 'fr' : 'en', report }
    ctx.log('support_alert', { why: 'no_address' })
    return null
  },
  compose: ({ to, isProgram, branding, language, report }) => {
    const words = supportWords[language]
    const { report: labels } = words
    const rows = [
      { label: labels.reference, value: referenceOf(report.number) },
      { label: labels.about, value: words.types[report.type], note: words.issues[report.issue_type] },
      { label: labels.from, value: report.reporter_name },
      { label: labels.email, value: report.reporter_email },
      { label: labels.customer, value: report.customer_id },
      { label: labels.program, value: report.program_name },
      { label: labels.page, value: report.url },
      { label: labels.failure, value: report.failure?.message ?? null },
      { label: labels.failureType, value: failureLine(report) },
      {
        label: labels.failureAt,
        value: report.failure?.timestamp?.replace(/^([\d-]+)T(\d\d:\d\d)\S*Z$/, '$1 $2 UTC') ?? null,
      },
      { label: labels.version, value: report.app_version },
    ]
    const parts: MailPart[] = [
      { type: 'paragraph', text: report.description },
      { type: 'rows', rows: rows.flatMap(({ value, ...row }) => (value ? [{ ...row, value }] : [])) },
      { type: 'paragraph', text: labels.reply },
    ]
    return {
      to,
      subject: labels.subject(referenceOf(report.number), report.summary),
      // A reply goes to the reporter.
      branding: {
        name: 'Muster',
        website: null,
        colours: null,
        ...branding,
        phone: null,
        address: null,
        email: report.reporter_email,
      },
      language,
      heading: report.summary,
      parts,
      because: isProgram ? labels.becauseProgram : labels.becauseSite,
    }
  },
  sample: (language) => ({
    to: sampleBranding.email,
    isProgram: true,
    branding: sampleBranding,
    language,
    report: sampleReport,
  }),
})

function recipientOf(
  ctx: Ctx,
  report: SupportReportRow,
  branding: MailBranding | null,
): { to: string; isProgram: boolean } | null {
  const program = branding?.email ? { to: branding.email, isProgram: true } : null
  const site = ctx.env.OPERATOR_EMAIL ? { to: ctx.env.OPERATOR_EMAIL, isProgram: false } : null
  return report.is_for_program ? (program ?? site) : (site ?? program)
}

const failureLine = ({ failure }: SupportReportRow): string | null =>
  failure && [failure.code, failure.type, failure.param, failure.path].filter((part) => part !== null).join(' · ')

/** The sample report for previews. */
export const sampleReport: SupportReportRow = {
  id: 'sup_sample',
  number: 20_418,
  status: 'received',
  type: 'billing',
  issue_type: 'payment_failed',
  is_for_program: false,
  reporter_name: 'Nadia Roy',
  reporter_email: 'nadia@example.com',
  email_key: 'nadia@example.com',
  summary: 'Payment page stopped before I could pay',
  description: 'I pressed Pay and the page said my bank did not accept it.\nI expected to see the receipt.',
  customer_id: 'cus_sample',
  program_id: 'lakeside',
  program_name: 'Lakeside Camps',
  url: 'https://book.example.com/pg/lakeside/checkout/ord_sample',
  app_version: '0.117.0',
  failure: {
    type: 'insufficient_funds',
    code: 402,
    message: 'There is not enough money available on this card. Use another card.',
    param: null,
    path: '/api/v1/profile/orders/ord_sample/payments',
    timestamp: '2027-04-12T18:36:00.000Z',
  },
  language: 'en',
  created: 0,
  updated: 0,
  step: 0,
  answer: null,
}
