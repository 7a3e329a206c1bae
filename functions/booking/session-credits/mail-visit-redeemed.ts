import { formatDate } from '../../contract/date-format.ts'
import { creditWords } from '../../contract/sentences/credit-words.ts'
import type { RedemptionStatus } from '../../contract/states/redemption-states.ts'
import { localize } from '../../contract/texts.ts'
import { mailTemplate } from '../../delivery/mail/mail-template.ts'
import { loadPackageMail, type PackageMail, packagesPage, samplePackageMail } from './package-mail.ts'
import { packageNames } from './read-session-balance.ts'
import { redemptionForMail } from './redemption-rows.ts'

type VisitRedeemed = PackageMail & {
  name: string
  usedAt: number
  /** The visits that are left; null for unlimited credits. */
  left: number | null
  /** The person, the event or appointment type, and the organisation's note. */
  about: string[]
}

const mailOf = (status: RedemptionStatus) =>
  mailTemplate<VisitRedeemed>({
    load: async (ctx, { ref }) => {
      const [row] = await redemptionForMail(ctx.db, ref)
      const mail = row ? await loadPackageMail(ctx, row) : null
      // A visit that was returned before the mail left was used by mistake.
      if (!row || !mail || row.redemption.status !== status) return null
      const { redemption, credit, attendee, offer } = row
      return {
        ...mail,
        name: localize(packageNames(row.package), mail.language).package_name,
        usedAt: redemption.created,
        left: credit.is_unlimited ? null : credit.available,
        about: [attendee?.first_name, offer && localize(offer, mail.language).name, redemption.note].filter(
          (text): text is string => !!text,
        ),
      }
    },
    compose: (mail, { siteOrigin }) => {
      const { to, language, branding, name, left, about } = mail
      const { [status]: words, redeeming } = creditWords[language]
      const day = formatDate(mail.usedAt, mail)
      return {
        to,
        subject: words.subject(branding.name, left),
        branding,
        language,
        heading: words.heading,
        parts: [
          { type: 'paragraph', text: words.lead(name, day) },
          ...(about.length > 0 ? [{ type: 'paragraph' as const, text: about.join(' · ') }] : []),
          ...(left === null ? [] : [{ type: 'paragraph' as const, text: redeeming.left(left) }]),
          { type: 'button', label: redeeming.open, url: packagesPage(mail, siteOrigin) },
        ],
        because: redeeming.because(branding.name),
      }
    },
    sample: (language) => ({
      ...samplePackageMail(language),
      usedAt: Date.UTC(2027, 6, 5, 17),
      left: 4,
      about: ['Maya', language === 'fr' ? 'Couloirs libres' : 'Open lanes'],
    }),
  })

/** Informs that the organisation used a visit, for whom, and how many are left. */
export const visitRedeemedMail = mailOf('redeemed')
/** Informs that the organisation returned a visit that it had used. */
export const visitReturnedMail = mailOf('returned')
