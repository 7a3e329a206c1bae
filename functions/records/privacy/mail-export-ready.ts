import { formatDate, localeOf } from '../../contract/date-format.ts'
import type { Language } from '../../contract/field-rules.ts'
import { privacyWords } from '../../contract/sentences/privacy-words.ts'
import { findBranding } from '../../delivery/mail/find-branding.ts'
import type { MailBranding } from '../../delivery/mail/mail-frame.ts'
import { mailTemplate, sampleBranding, usualMail } from '../../delivery/mail/mail-template.ts'
import { exportById } from './privacy-rows.ts'
import { exportAddress } from './read-privacy.ts'

type ExportReady = {
  to: string
  language: Language
  branding: MailBranding | null
  address: string
  timezone: string
  expiresAt: number
}

/** The mail about a finished archive; its link requires a log-in. */
export const exportReadyMail = mailTemplate<ExportReady>({
  load: async (ctx, { ref }) => {
    const [row] = await exportById(ctx, ref)
    const expiresAt = row?.export.expires_at ?? 0
    if (row?.export.status !== 'ready' || expiresAt <= ctx.now || !row.user.is_active) return null
    const { email: to, language, timezone } = row.user
    const branding = await findBranding(ctx, row.export.program_id, language)
    return { to, language, branding, address: exportAddress(row.export), timezone, expiresAt }
  },
  compose: ({ to, language, branding, address, timezone, expiresAt }, { siteOrigin }) => {
    const words = privacyWords[language].exportReady
    return {
      ...usualMail({ to, language, branding }, words),
      parts: [
        { type: 'paragraph', text: words.lead },
        { type: 'button', label: words.open, url: `${siteOrigin}${address}?lang=${language}` },
        { type: 'paragraph', text: words.until(formatDate(expiresAt, { timezone, locale: localeOf(language, 'CA') })) },
      ],
    }
  },
  sample: (language) => ({
    to: 'nadia@example.com',
    language,
    branding: sampleBranding,
    address: '/pg/lakeside/profile/privacy/export/exp_sample',
    timezone: 'America/Toronto',
    expiresAt: Date.parse('2027-07-12T16:00:00Z'),
  }),
})
