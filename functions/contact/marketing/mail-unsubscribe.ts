import type { Language } from '../../contract/field-rules.ts'
import { accountWords } from '../../contract/sentences/account-words.ts'
import { marketingWords } from '../../contract/sentences/marketing-words.ts'
import { findBranding } from '../../delivery/mail/find-branding.ts'
import type { MailBranding } from '../../delivery/mail/mail-frame.ts'
import { mailTemplate, sampleBranding } from '../../delivery/mail/mail-template.ts'
import { newsListOf } from '../../delivery/mail/news-list.ts'
import { findReader } from './subscription-rows.ts'

type LinkMail = { to: string; language: Language; branding: MailBranding; url: string }

/** A new unsubscribe link, for a reader whose link is unknown or expired. */
export const unsubscribeLinkMail = mailTemplate<LinkMail>({
  load: async (ctx, { ref }) => {
    const [reader] = await findReader(ctx, ref)
    const branding = reader?.is_active ? await findBranding(ctx, reader.program_id, reader.language) : null
    if (!reader || !branding) return null
    const { program_id, customer_id, language } = reader
    const { unsubscribe_url } = await newsListOf(ctx, { program_id, customer_id, language })
    return { to: reader.email, language, branding, url: unsubscribe_url }
  },
  compose: ({ to, language, branding, url }) => {
    const { linkMail } = marketingWords[language]
    return {
      to,
      subject: linkMail.subject(branding.name),
      branding,
      language,
      heading: linkMail.heading,
      parts: [
        { type: 'paragraph', text: linkMail.lead(branding.name) },
        { type: 'button', label: linkMail.open, url },
      ],
      because: accountWords[language].mail.ignore,
    }
  },
  sample: (language) => ({
    to: 'nadia@example.com',
    language,
    branding: sampleBranding,
    url: `https://book.example/pg/lakeside/unsubscribe?token=sample&lang=${language}`,
  }),
})

type NeverSignedUpMail = { to: string; language: Language; branding: MailBranding; email: string }

/** Tells an organisation that a reader says they never signed up for its news. */
export const neverSignedUpMail = mailTemplate<NeverSignedUpMail>({
  load: async (ctx, { ref }) => {
    const [reader] = await findReader(ctx, ref)
    const branding = reader?.is_active ? await findBranding(ctx, reader.program_id, null) : null
    if (!branding?.email || reader?.reason !== 'nosignup') return null
    const language = branding.language === 'fr' ? 'fr' : 'en'
    return { to: branding.email, language, branding, email: reader.email }
  },
  compose: ({ to, language, branding, email }) => {
    const { neverSignedUp: words } = marketingWords[language]
    return {
      to,
      subject: words.subject,
      branding: { ...branding, email: null },
      language,
      heading: words.heading,
      parts: [
        { type: 'paragraph', text: words.lead(email) },
        { type: 'paragraph', text: words.next },
      ],
      because: words.because,
    }
  },
  sample: (language) => ({
    to: sampleBranding.email,
    language,
    branding: sampleBranding,
    email: 'nadia@example.com',
  }),
})
