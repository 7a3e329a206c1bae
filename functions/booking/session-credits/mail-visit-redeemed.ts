import { formatDate, type Locale, localeOf } from '../../contract/date-format.ts'
import type { Language } from '../../contract/field-rules.ts'
import { creditWords } from '../../contract/sentences/credit-words.ts'
import type { RedemptionStatus } from '../../contract/states/redemption-states.ts'
import { localize } from '../../contract/texts.ts'
import { findBranding } from '../../delivery/mail/find-branding.ts'
import type { MailBranding } from '../../delivery/mail/mail-frame.ts'
import { mailTemplate, sampleBranding } from '../../delivery/mail/mail-template.ts'
import { packageNames } from './read-session-balance.ts'
import { redemptionForMail } from './redemption-rows.ts'

type VisitRedeemed = {
  to: string
  language: Language
  locale: Locale
  timezone: string
  programId: string
  branding: MailBranding
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
      const branding = row ? await findBranding(ctx, row.program.id, row.user.language) : null
      // A visit that was returned before the mail left was used by mistake.
      if (!row?.user.is_active || !branding || row.redemption.status !== status) return null
      const { redemption, credit, user, program, attendee, offer } = row
      return {
        to: user.email,
        language: user.language,
        locale: localeOf(user.language, program.country),
        timezone: program.timezone,
        programId: program.id,
        branding,
        name: localize(packageNames(row.package), user.language).package_name,
        usedAt: redemption.created,
        left: credit.is_unlimited ? null : credit.available,
        about: [attendee?.first_name, offer && localize(offer, user.language).name, redemption.note].filter(
          (text): text is string => !!text,
        ),
      }
    },
    compose: (mail, { siteOrigin }) => {
      const { to, language, branding, name, left, programId, about } = mail
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
          {
            type: 'button',
            label: redeeming.open,
            url: `${siteOrigin}/pg/${programId}/profile/packages?lang=${language}`,
          },
        ],
        because: redeeming.because(branding.name),
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
      usedAt: Date.UTC(2027, 6, 5, 17),
      left: 4,
      about: ['Maya', language === 'fr' ? 'Couloirs libres' : 'Open lanes'],
    }),
  })

/** Informs that the organisation used a visit, for whom, and how many are left. */
export const visitRedeemedMail = mailOf('redeemed')
/** Informs that the organisation returned a visit that it had used. */
export const visitReturnedMail = mailOf('returned')
