import type { Language } from '../../contract/field-rules.ts'
import { feedbackWords } from '../../contract/sentences/feedback-words.ts'
import { localize } from '../../contract/texts.ts'
import { findBranding } from '../../delivery/mail/find-branding.ts'
import type { MailBranding, MailPart } from '../../delivery/mail/mail-frame.ts'
import { mailTemplate, sampleBranding } from '../../delivery/mail/mail-template.ts'
import { conversationOfFeedback } from '../messages/feedback-conversation.ts'
import { replyAddress } from '../messages/reply-address.ts'
import { feedbackOfDigest } from './feedback-rows.ts'

type DigestEntry = {
  title: string
  person: string
  /** The author of the feedback. */
  name: string
  rating: number
  comments: string | null
  /**
   * Reply address of this feedback, whose replies become messages. Without a mailbox for replies, the family's own
   * address.
   */
  replyTo: string
}
type FeedbackDigest = { to: string; language: Language; branding: MailBranding; entries: DigestEntry[] }

/** Maximum number of entries in a mail; the list has all of them. */
const maxEntries = 30

/**
 * The mail with the feedback since the last digest, for an organisation. Each entry has its own reply link. A reply to
 * a digest about one family also reaches that family.
 */
export const feedbackDigestMail = mailTemplate<FeedbackDigest>({
  load: async (ctx, { ref, body }) => {
    const branding = await findBranding(ctx, ref, null)
    if (!branding?.email) return null
    const rows = await feedbackOfDigest(ctx, { program_id: ref, digested_at: Number(body['digested_at']) })
    if (rows.length === 0) return null
    const language = branding.language === 'fr' ? 'fr' : 'en'
    const entries = rows.map((row) => ({
      title: localize({ title: row.title, translations: row.translations }, language).title,
      person: row.attendee.first_name,
      name: row.customer.first_name,
      rating: row.feedback.rating ?? 0,
      comments: row.feedback.comments,
      replyTo:
        replyAddress(ctx.env, {
          conversation_id: conversationOfFeedback(row.feedback.id),
          side: 'organiser',
          now: ctx.now,
        }) ?? row.customer.email,
    }))
    return { to: branding.email, language, branding, entries }
  },
  compose: ({ to, language, branding, entries }) => {
    const { digest: words, page } = feedbackWords[language]
    const average = entries.reduce((sum, { rating }) => sum + rating, 0) / Math.max(1, entries.length)
    const shown = new Intl.NumberFormat(`${language}-CA`, { maximumFractionDigits: 1 }).format(average)
    const parts: MailPart[] = [
      { type: 'paragraph', text: words.average(shown) },
      ...entries.slice(0, maxEntries).flatMap(({ title, person, name, rating, comments, replyTo }): MailPart[] => [
        {
          type: 'rows',
          rows: [
            {
              label: `${title}, ${person}`,
              note: page.ratings[rating - 1] ?? '',
              value: `${'★'.repeat(rating)}${'☆'.repeat(5 - rating)}`,
            },
          ],
        },
        ...(comments ? [{ type: 'paragraph' as const, text: comments }] : []),
        {
          type: 'link',
          label: words.answer(name),
          url: `mailto:${replyTo}?subject=${encodeURIComponent(words.mailSubject(title))}`,
        },
      ]),
      ...(entries.length > maxEntries
        ? [{ type: 'paragraph' as const, text: words.more(entries.length - maxEntries) }]
        : []),
      { type: 'paragraph', text: words.reply },
    ]
    const only = entries.length === 1 ? entries[0] : undefined
    return {
      to,
      subject: words.subject(entries.length, branding.name),
      branding,
      replyTo: only?.replyTo ?? null,
      language,
      heading: words.heading(entries.length),
      parts,
      because: words.because,
    }
  },
  sample: (language) => ({
    to: sampleBranding.email,
    language,
    branding: sampleBranding,
    entries: [
      {
        title: 'Canoe Week',
        person: 'Maya',
        name: 'Nadia',
        rating: 5,
        comments: 'Maya wants to come back.\nMore time on the water would be lovely.',
        replyTo: 'reply+sample1@book.example.com',
      },
      {
        title: 'Paddle Skills Clinic',
        person: 'Leo',
        name: 'Amir',
        rating: 3,
        comments: null,
        replyTo: 'reply+sample2@book.example.com',
      },
    ],
  }),
})
