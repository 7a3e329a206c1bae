import { type Locale, localeOf } from '../../contract/date-format.ts'
import type { Language } from '../../contract/field-rules.ts'
import { findBranding } from '../../delivery/mail/find-branding.ts'
import type { MailBranding } from '../../delivery/mail/mail-frame.ts'
import { sampleBranding } from '../../delivery/mail/mail-template.ts'
import type { Ctx } from '../../platform/context.ts'

/** What every mail about the visits of a package contains. */
export type PackageMail = {
  to: string
  language: Language
  locale: Locale
  timezone: string
  programId: string
  branding: MailBranding
}
type Read = {
  user: { email: string; language: Language; is_active: boolean }
  program: { id: string; country: string; timezone: string }
}

/** The parts that a row decides; null for a deactivated account. */
export async function loadPackageMail(ctx: Ctx, { user, program }: Read): Promise<PackageMail | null> {
  const branding = user.is_active ? await findBranding(ctx, program.id, user.language) : null
  return (
    branding && {
      to: user.email,
      language: user.language,
      locale: localeOf(user.language, program.country),
      timezone: program.timezone,
      programId: program.id,
      branding,
    }
  )
}

/** The page that lists a customer's packages. */
export const packagesPage = ({ programId, language }: PackageMail, siteOrigin: string): string =>
  `${siteOrigin}/pg/${programId}/profile/packages?lang=${language}`

/** The data of previews, with the name of the package. */
export const samplePackageMail = (language: Language): PackageMail & { name: string } => ({
  to: 'nadia@example.com',
  language,
  locale: localeOf(language, 'CA'),
  timezone: 'America/Toronto',
  programId: 'lakeside',
  branding: sampleBranding,
  name: language === 'fr' ? 'Dix baignades au lac' : 'Ten lake swims',
})
