import type { Language } from '../../contract/field-rules.ts'
import { supportWords } from '../../contract/sentences/support-words.ts'
import { findBranding } from '../../delivery/mail/find-branding.ts'
import type { MailBranding } from '../../delivery/mail/mail-frame.ts'
import { mailTemplate, sampleBranding } from '../../delivery/mail/mail-template.ts'
import { sampleReport } from './mail-support-report.ts'
import { referenceOf } from './report-text.ts'
import { reportById, type SupportReportRow } from './support-rows.ts'

type SupportAnswered = {
  branding: MailBranding | null
  language: Language
  report: SupportReportRow
  /** The address for replies; null if the site has none. */
  replyTo: string | null
}

/**
 * Tells the reporter the new status of their report, with the answer. Their reply goes to the program or the operator
 * that answered.
 */
export const supportAnsweredMail = mailTemplate<SupportAnswered>({
  load: async (ctx, { ref }) => {
    const [report] = await reportById(ctx, ref)
    if (!report || report.status === 'received') return null
    const { program_id, is_for_program, language } = report
    const branding = program_id && is_for_program ? await findBranding(ctx, program_id, language) : null
    return { branding, language, report, replyTo: branding ? branding.email : ctx.env.OPERATOR_EMAIL || null }
  },
  compose: ({ branding, language, report, replyTo }) => {
    const words = supportWords[language]
    const reference = referenceOf(report.number)
    return {
      to: report.reporter_email,
      subject: words.answered.subject(reference, words.statuses[report.status]),
      branding,
      replyTo,
      language,
      heading: words.answered.headings[report.status],
      parts: [
        { type: 'paragraph', text: words.answered.lead(reference, words.issues[report.issue_type]) },
        ...(report.answer ? [{ type: 'paragraph' as const, text: report.answer }] : []),
        ...(report.status === 'closed' || !replyTo ? [] : [{ type: 'paragraph' as const, text: words.answered.reply }]),
      ],
      because: words.answered.because,
    }
  },
  sample: (language) => ({
    branding: sampleBranding,
    language,
    replyTo: sampleBranding.email,
    report: {
      ...sampleReport,
      status: 'resolved',
      answer: 'We sent the refund again. It reaches your card in five days.',
    },
  }),
})
