import type { Language } from '../../contract/field-rules.ts'
import { supportWords } from '../../contract/sentences/support-words.ts'
import { findBranding } from '../../delivery/mail/find-branding.ts'
import type { MailBranding } from '../../delivery/mail/mail-frame.ts'
import { mailTemplate, sampleBranding } from '../../delivery/mail/mail-template.ts'
import { sampleReport } from './mail-support-report.ts'
import { referenceOf } from './report-text.ts'
import { confirmedEmailOf, reportById, type SupportReportRow } from './support-rows.ts'

type SupportReceived = {
  to: string
  branding: MailBranding | null
  language: Language
  report: SupportReportRow
  isOwnAddress: boolean
}

/**
 * Tells the reporter the number of their report. Contains their text only if the reporter is logged in and has
 * confirmed the address: otherwise anyone could use the form to send a text to anyone.
 */
export const supportReceivedMail = mailTemplate<SupportReceived>({
  load: async (ctx, { ref }) => {
    const [report] = await reportById(ctx, ref)
    if (!report) return null
    const { program_id, customer_id, language, reporter_email: to } = report
    const branding = program_id ? await findBranding(ctx, program_id, language) : null
    const [own] = customer_id ? await confirmedEmailOf(ctx, customer_id) : []
    return { to, branding, language, report, isOwnAddress: own?.email_key === report.email_key }
  },
  compose: ({ to, branding, language, report, isOwnAddress }) => {
    const words = supportWords[language]
    const reference = referenceOf(report.number)
    return {
      to,
      subject: words.received.subject(reference),
      branding,
      language,
      heading: words.received.heading,
      parts: [
        { type: 'paragraph', text: words.received.lead(reference) },
        {
          type: 'rows',
          rows: [{ label: words.types[report.type], value: words.issues[report.issue_type] }],
        },
        ...(isOwnAddress
          ? [{ type: 'paragraph' as const, text: `${words.received.copy}\n${report.summary}\n\n${report.description}` }]
          : []),
      ],
      because: words.received.because,
    }
  },
  sample: (language) => ({
    to: 'nadia@example.com',
    branding: sampleBranding,
    language,
    report: sampleReport,
    isOwnAddress: true,
  }),
})
