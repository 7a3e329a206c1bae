import { formatDate } from '../../contract/date-format.ts'
import { creditWords } from '../../contract/sentences/credit-words.ts'
import { localize } from '../../contract/texts.ts'
import { mailTemplate } from '../../delivery/mail/mail-template.ts'
import { ownerOfCredits } from './expiry-rows.ts'
import { loadPackageMail, type PackageMail, packagesPage, samplePackageMail } from './package-mail.ts'

type CreditsExpiring = PackageMail & { name: string; left: number; expiresAt: number }

/** Informs how many visits of a package expire, and when. Not sent when none is left, or after they expired. */
export const creditsExpiringMail = mailTemplate<CreditsExpiring>({
  load: async (ctx, { ref }) => {
    const [row] = await ownerOfCredits(ctx.db, ref)
    const mail = row ? await loadPackageMail(ctx, row) : null
    if (!row || !mail) return null
    const { available, expires_at } = row.credit
    if (available === 0 || expires_at === null || expires_at <= ctx.now) return null
    return { ...mail, name: localize(row.package, mail.language).name, left: available, expiresAt: expires_at }
  },
  compose: (mail, { siteOrigin }) => {
    const { to, language, branding, name, left } = mail
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
        { type: 'button', label: expiring.open, url: packagesPage(mail, siteOrigin) },
      ],
      because: expiring.because(branding.name),
    }
  },
  sample: (language) => ({ ...samplePackageMail(language), left: 2, expiresAt: Date.UTC(2028, 2, 1, 17) }),
})
