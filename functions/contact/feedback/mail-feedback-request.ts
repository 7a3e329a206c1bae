import { type Locale, localeOf } from '../../contract/date-format.ts'
import type { Language } from '../../contract/field-rules.ts'
import { feedbackWords } from '../../contract/sentences/feedback-words.ts'
import { localize } from '../../contract/texts.ts'
import { subjectLine } from '../../delivery/mail/compose-mail.ts'
import { findBranding } from '../../delivery/mail/find-branding.ts'
import type { MailBranding } from '../../delivery/mail/mail-frame.ts'
import { mailTemplate, sampleBranding } from '../../delivery/mail/mail-template.ts'
import { feedbackCodeOf } from '../../platform/identity/feedback-code.ts'
import { countryOf, feedbackById } from './feedback-rows.ts'
import { statusAt } from './feedback-rules.ts'
import { daysText } from './feedback-occasions.ts'
import * as registrationStates from '../../contract/states/registration-states.ts'

type FeedbackRequest = {
  to: string
  language: Language
  locale: Locale
  branding: MailBranding
  programId: string
  code: string
  title: string
  person: string
  occasion: { starts_at: number; ends_at: number; timezone: string }
}

/**
 * Asks a family for feedback, with five stars. Not sent if the feedback was given or the booking cancelled in the
 * meantime, nor to an unconfirmed address, which may be someone else's.
 */
export const feedbackRequestMail = mailTemplate<FeedbackRequest>({
  load: async (ctx, { ref }) => {
    const [row] = await feedbackById(ctx, ref)
    if (!row?.customer.is_active || !row.customer.is_email_verified) return null
    if (statusAt(row.feedback, ctx.now) !== 'issued') return null
    if (!registrationStates.attending.has(row.registration_status)) return null
    const { feedback, customer } = row
    const code = feedbackCodeOf(ctx.env, feedback)
    const [branding, [program]] = await Promise.all([
      findBranding(ctx, feedback.program_id, customer.language),
      countryOf(ctx, feedback.program_id),
    ])
    if (!code || !branding || !program) return null
    return {
      to: customer.email,
      language: customer.language,
      locale: localeOf(customer.language, program.country),
      branding,
      programId: feedback.program_id,
      code,
      title: localize({ title: row.title, translations: row.translations }, customer.language).title,
      person: row.attendee.first_name,
      occasion: { starts_at: feedback.occasion_starts_at, ends_at: feedback.occasion_ends_at, timezone: row.timezone },
    }
  },
  compose: ({ to, language, locale, branding, programId, code, title, person, occasion }, { siteOrigin }) => {
    const { request: words } = feedbackWords[language]
    const heading = words.heading(title, person)
    const page = (rating: number) =>
      `${siteOrigin}/pg/${encodeURIComponent(programId)}/feedback?${new URLSearchParams({ code, rating: String(rating), lang: language })}`
    return {
      to,
      subject: subjectLine(heading),
      branding,
      language,
      heading,
      parts: [
        { type: 'paragraph', text: words.lead(daysText(occasion, locale)) },
        {
          type: 'stars',
          low: words.poor,
          high: words.wonderful,
          links: [1, 2, 3, 4, 5].map((rating) => ({ rating, label: words.star(rating), url: page(rating) })),
        },
        { type: 'paragraph', text: words.nothingSaved(branding.name) },
        {
          type: 'link',
          label: words.choose,
          url: `${siteOrigin}/pg/${encodeURIComponent(programId)}/profile/preferences?lang=${language}`,
        },
      ],
      because: words.because(person, title),
    }
  },
  sample: (language) => ({
    to: 'nadia@example.com',
    language,
    locale: localeOf(language, 'CA'),
    branding: sampleBranding,
    programId: 'lakeside',
    code: 'K7M2pWqXn4bRtYv8sZaDcg',
    title: 'Canoe Week',
    person: 'Maya',
    occasion: {
      starts_at: Date.UTC(2027, 6, 12, 13),
      ends_at: Date.UTC(2027, 6, 16, 20),
      timezone: 'America/Toronto',
    },
  }),
})
