import { displayMoney } from '../../contract/display-money.ts'
import type { Language } from '../../contract/field-rules.ts'
import type { NoticeTopic } from '../../contract/organisation/notices.ts'
import { noticeWords } from '../../contract/sentences/notice-words.ts'
import { localize } from '../../contract/texts.ts'
import { findMessageFor } from '../../contact/messages/team-messages.ts'
import type { Ctx } from '../../platform/context.ts'
import { subjectLine } from '../../delivery/mail/compose-mail.ts'
import type { MailBranding } from '../../delivery/mail/mail-frame.ts'
import { type Delivery, type MailTemplate, mailTemplate, sampleBranding } from '../../delivery/mail/mail-template.ts'
import { refundRequestNamed } from '../../money/refunds/show-refund-request.ts'
import { findReader, type NoticeReader } from './notice-reader.ts'
import { optionWithPlaces, orderOfTask, placesAbout } from './notice-rows.ts'

type Row = { label: string; value: string }
/**
 * What a mail says: the end of its subject, a text that was written to the organisation, and rows. `isAssigned` is about
 * a conversation that was given to the reader.
 */
type About = { what: string; text?: string; rows: Row[]; isAssigned?: true }
type NoticeMail = { to: string; language: Language; branding: MailBranding; about: About }

/** A mail of one topic to one member of the team. It has no link, because a member who left must not follow one. */
const notice = (
  topic: Exclude<NoticeTopic, 'summary'>,
  load: (ctx: Ctx, reader: NoticeReader, delivery: Delivery) => Promise<About | null>,
  sample: (language: Language) => About,
): MailTemplate =>
  mailTemplate<NoticeMail>({
    load: async (ctx, delivery) => {
      const reader = await findReader(ctx, topic, delivery)
      const about = reader && (await load(ctx, reader, delivery))
      if (!about) return null
      const { to, language, branding } = reader
      return { to, language, branding, about }
    },
    compose: ({ to, language, branding, about }) => {
      const words = noticeWords[language]
      const { subject, heading, next } = about.isAssigned ? words.assigned : words.topics[topic]
      return {
        to,
        language,
        branding,
        subject: subjectLine(subject(about.what)),
        heading,
        parts: [
          ...(about.text === undefined ? [] : [{ type: 'paragraph' as const, text: about.text }]),
          { type: 'rows', rows: about.rows },
          { type: 'paragraph', text: next },
        ],
        because: words.because(branding.name),
      }
    },
    sample: (language) => ({
      to: 'sam@example.com',
      language,
      branding: sampleBranding,
      about: sample(language),
    }),
  })

type Places = Awaited<ReturnType<typeof placesAbout>>

/** The people of these places, each with what they are for; null without a place. */
function aboutPlaces(places: Places, language: Language): About | null {
  const rows = places.map(({ person, ...place }) => {
    const { title, option_title } = localize(place, language)
    return { title, label: `${person.first_name} ${person.last_name}`, value: `${title}, ${option_title}` }
  })
  const [first] = rows
  if (!first) return null
  return {
    what: rows.length === 1 ? `${first.label}, ${first.title}` : `${first.title} (${rows.length})`,
    rows: rows.map(({ label, value }) => ({ label, value })),
  }
}
const samplePlace = (): About => ({
  what: 'Maya Roy, Canoe Week',
  rows: [{ label: 'Maya Roy', value: 'Canoe Week, Full day' }],
})

/** A booking that is paid or free, without its answers. */
export const bookingsNotice = notice(
  'bookings',
  async (ctx, { reach, language }, { ref }) =>
    aboutPlaces(await placesAbout(ctx.db, { order_id: ref }, reach), language),
  samplePlace,
)

/** A person joined a waitlist, and still waits. */
export const waitlistNotice = notice(
  'waitlist',
  async (ctx, { reach, language }, { ref }) =>
    aboutPlaces(await placesAbout(ctx.db, { waitlist_entry_id: ref }, reach), language),
  samplePlace,
)

const aboutOption = (option: { name: string; option: string; left: number }, language: Language): About => ({
  what: option.name,
  rows: [{ label: `${option.name}, ${option.option}`, value: noticeWords[language].left(option.left) }],
})

/** An option of an event has few places left. */
export const lowPlacesNotice = notice(
  'low_places',
  async (ctx, { language }, { ref }) => {
    const [row] = await optionWithPlaces(ctx.db, ref)
    return row ? aboutOption(localize(row, language), language) : null
  },
  (language) => aboutOption({ name: 'Canoe Week', option: 'Full day', left: 2 }, language),
)

const aboutMessage = (message: { sender_name: string; subject: string; body: string }, language: Language): About => ({
  what: `${message.sender_name}: ${message.subject}`,
  text: message.body,
  rows: [
    { label: noticeWords[language].from, value: message.sender_name },
    { label: noticeWords[language].about, value: message.subject },
  ],
})

/** A message of a customer, within the member's events, or the newest one of a conversation that is still theirs. */
export const messagesNotice = notice(
  'messages',
  async (ctx, { language, program_id, reach }, { ref, body }) => {
    const row = await findMessageFor(ctx, { program_id, reach }, ref)
    if (!row) return null
    const { message, conversation } = row
    const about = aboutMessage({ ...message, subject: conversation.subject }, language)
    if (body['assignee_id'] === undefined) return about
    return body['assignee_id'] === conversation.assignee_id ? { ...about, isAssigned: true } : null
  },
  (language) =>
    aboutMessage(
      { sender_name: 'Nadia Roy', subject: 'Canoe Week, Maya', body: 'Can Maya come an hour later on Monday?' },
      language,
    ),
)

const aboutRequest = (customer: string, amount: string, language: Language): About => ({
  what: noticeWords[language].requests(customer, amount),
  rows: [{ label: customer, value: amount }],
})

/** A refund request that waits for a decision, or a payment that needs attention. */
export const tasksNotice = notice(
  'tasks',
  async (ctx, { language, branding }, { ref }) => {
    const found = await refundRequestNamed(ctx.db, ref)
    if (found) {
      if (found.request.status !== 'requested') return null
      const { currency, country } = found
      const amount = displayMoney(found.request.amount, { currency, program: { ...branding, country } }, language)
      return aboutRequest(found.customer, amount, language)
    }
    const [payment] = await orderOfTask(ctx.db, ref)
    const words = noticeWords[language]
    return payment ? { what: words.payment, rows: [{ label: words.order, value: payment.order_id }] } : null
  },
  (language) => aboutRequest('Nadia Roy', language === 'fr' ? '172,50\u00a0$' : '$172.50', language),
)
