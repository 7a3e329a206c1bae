import { type Locale, localeOf } from '../../contract/date-format.ts'
import type { Language } from '../../contract/field-rules.ts'
import { cardName, cardWords } from '../../contract/sentences/card-words.ts'
import { findBranding } from '../../delivery/mail/find-branding.ts'
import type { MailBranding } from '../../delivery/mail/mail-frame.ts'
import { mailTemplate, sampleBranding } from '../../delivery/mail/mail-template.ts'
import { ownerOfSource } from './source-rows.ts'

type CardExpiring = {
  to: string
  language: Language
  locale: Locale
  programId: string
  branding: MailBranding
  card: { brand: string | null; last4: string | null }
  /** Any time in the card's last month, in UTC. */
  lastMonth: number
}

/**
 * Tells the owner that a stored card expires, with the page that adds a new card. The mail is not sent if the card
 * was removed.
 */
export const cardExpiringMail = mailTemplate<CardExpiring>({
  load: async (ctx, { ref }) => {
    const [row] = await ownerOfSource(ctx.db, ref)
    const branding = row ? await findBranding(ctx, row.program.id, row.user.language) : null
    if (!row?.user.is_active || !branding || row.source.detached_at !== null || row.source.expires_at === null)
      return null
    const { source, user, program } = row
    return {
      to: user.email,
      language: user.language,
      locale: localeOf(user.language, program.country),
      programId: program.id,
      branding,
      card: source,
      lastMonth: (source.expires_at ?? 0) - 1,
    }
  },
  compose: ({ to, language, locale, programId, branding, card, lastMonth }, { siteOrigin }) => {
    const { expiring } = cardWords[language]
    const name = cardName(card, language)
    const month = new Intl.DateTimeFormat(locale, { month: 'long', year: 'numeric', timeZone: 'UTC' }).format(lastMonth)
    return {
      to,
      subject: expiring.subject(name, branding.name),
      branding,
      language,
      heading: expiring.heading,
      parts: [
        { type: 'paragraph', text: expiring.lead(name, month, branding.name) },
        { type: 'paragraph', text: expiring.next },
        {
          type: 'button',
          label: expiring.open,
          url: `${siteOrigin}/pg/${programId}/profile/payment-methods?lang=${language}`,
        },
      ],
      because: expiring.because(branding.name),
    }
  },
  sample: (language) => ({
    to: 'nadia@example.com',
    language,
    locale: localeOf(language, 'CA'),
    programId: 'lakeside',
    branding: sampleBranding,
    card: { brand: 'visa', last4: '4242' },
    lastMonth: Date.UTC(2027, 6, 31),
  }),
})
