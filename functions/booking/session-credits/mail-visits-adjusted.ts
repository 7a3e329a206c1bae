import { creditWords } from '../../contract/sentences/credit-words.ts'
import { localize } from '../../contract/texts.ts'
import { mailTemplate } from '../../delivery/mail/mail-template.ts'
import { loadPackageMail, type PackageMail, packagesPage, samplePackageMail } from './package-mail.ts'
import { packageNames } from './read-session-balance.ts'
import { entryForMail } from './adjust-rows.ts'

type VisitsAdjusted = PackageMail & { name: string; by: number; left: number; reason: string | null }

/** Tells a customer by how many the organisation corrected their visits, why, and how many are left. */
export const visitsAdjustedMail = mailTemplate<VisitsAdjusted>({
  load: async (ctx, { ref }) => {
    const [row] = await entryForMail(ctx.db, ref)
    const mail = row ? await loadPackageMail(ctx, row) : null
    if (!row || !mail) return null
    const name = localize(packageNames(row.package), mail.language).package_name
    return { ...mail, name, by: row.entry.amount, left: row.available, reason: row.entry.note }
  },
  compose: (mail, { siteOrigin }) => {
    const { to, language, branding, name, by, left, reason } = mail
    const { adjusted: words, redeeming } = creditWords[language]
    return {
      ...{ to, branding, language, subject: words.subject(branding.name, left), heading: words.heading },
      parts: [
        { type: 'paragraph', text: words.lead(branding.name, by, name) },
        ...(reason === null ? [] : [{ type: 'paragraph' as const, text: reason }]),
        { type: 'paragraph', text: redeeming.left(left) },
        { type: 'button', label: redeeming.open, url: packagesPage(mail, siteOrigin) },
      ],
      because: redeeming.because(branding.name),
    }
  },
  sample: (language) => ({
    ...samplePackageMail(language),
    ...{ by: 2, left: 6, reason: language === 'fr' ? 'La piscine était fermée.' : 'The pool was closed.' },
  }),
})
