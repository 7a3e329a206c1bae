import { formatDate, type Locale, localeOf } from '../../contract/date-format.ts'
import type { Language } from '../../contract/field-rules.ts'
import { creditWords } from '../../contract/sentences/credit-words.ts'
import { localize } from '../../contract/texts.ts'
import { findBranding } from '../../delivery/mail/find-branding.ts'
import type { MailBranding } from '../../delivery/mail/mail-frame.ts'
import { mailTemplate, sampleBranding } from '../../delivery/mail/mail-template.ts'
import { ownerOfCredits } from './expiry-rows.ts'

type CreditsExpiring = {
  to: string
  language: Language
  locale: Locale
  timezone: string
  programId: string
  branding: MailBranding
  name: string
  left: number
  expiresAt: number
}

/** Informs how many visits of a package expire, and when. Not sent when none is left, or after they expired. */
export const creditsExpiringMail = mailTemplate<CreditsExpiring>({
  load: async (ctx, { ref }) => {
    const [row] = await ownerOfCredits(ctx.db, ref)
    const branding = row ? await findBranding(ctx, row.program.id, row.user.language) : null
    if (!row?.user.is_active || !branding) return null
    const { credit, user, program } = row
    if (credit.available === 0 || credit.expires_at === null || credit.expires_at <= ctx.now) return null
    return {
      to: user.email,
      language: user.language,
      locale: localeOf(user.language, program.country),
      timezone: program.timezone,
      programId: program.id,
      branding,
      name: localize(row.package, user.language).name,
      left: credit.available,
      expiresAt: credit.expires_at,
    }
  },
  compose: (mail, { siteOrigin }) => {
    const { to, language, branding, name, left, programId } = mail
    const { expiring } = creditWords[language]
    const day = formatDate(mail.expiresAt, mail)
    return {
      to,
      subject: expiring.subject(left, day, branding.name),
      branding,
      language,
      heading: expiring.heading(left),
      parts: [
        { type: 'paragraph', text: expiring.lead(left, name, day) },
        { type: 'paragraph', text: expiring.next },
        {
          type: 'button',
          label: expiring.open,
          url: `${siteOrigin}/pg/${programId}/profile/packages?lang=${language}`,
        },
      ],
      because: expiring.because(branding.name),
    }
  },
  sample: (language) => ({
    to: 'nadia@example.com',
    language,
    locale: localeOf(language, 'CA'),
    timezone: 'America/Toronto',
    programId: 'lakeside',
    branding: sampleBranding,
    name: language === 'fr' ? 'Dix baignades au lac' : 'Ten lake swims',
    left: 2,
    expiresAt: Date.UTC(2028, 2, 1, 17),
  }),
})
