import type { DomainEvents } from '../../platform/database/outbox.ts'
import { mailTemplate } from './mail-template.ts'
import type { SiteAlert } from './site-alert.ts'

/** The alert mail to the site's operator; always in English, because it is about the machine. */
export const siteAlertMail = mailTemplate<SiteAlert & { to: string }>({
  load: async (ctx, { ref, body }) => {
    const { words, facts } = body as DomainEvents['site.needs_attention']
    return ctx.env.OPERATOR_EMAIL ? { to: ctx.env.OPERATOR_EMAIL, about: ref, words, facts } : null
  },
  compose: ({ to, about, words, facts }) => ({
    to,
    subject: `Needs a look: ${about}`,
    branding: null,
    language: 'en',
    heading: 'Something needs a look',
    parts: [
      { type: 'paragraph', text: words },
      { type: 'rows', rows: Object.entries(facts).map(([label, value]) => ({ label, value: String(value) })) },
    ],
    because: 'You receive this because you run this site. The same is told at most once a day.',
  }),
  sample: () => ({
    to: 'operator@site.example',
    about: 'audit:places_counted',
    words: 'The books do not hold: places_counted. Nothing was changed; someone needs to check it.',
    facts: { Found: 2, Ids: 'opt_1, opt_2' },
  }),
})
