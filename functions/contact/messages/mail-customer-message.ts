import { dayMs } from '../../contract/limits.ts'
import type { Language } from '../../contract/field-rules.ts'
import type { Message } from '../../contract/contact/message.ts'
import { messageWords } from '../../contract/sentences/message-words.ts'
import type { Ctx } from '../../platform/context.ts'
import { subjectLine } from '../../delivery/mail/compose-mail.ts'
import { findBranding } from '../../delivery/mail/find-branding.ts'
import type { MailBranding, MailPart } from '../../delivery/mail/mail-frame.ts'
import { mailTemplate, sampleBranding } from '../../delivery/mail/mail-template.ts'
import { fileAddress } from '../../people/uploads/show-file.ts'
import { personOf } from './about-rows.ts'
import { conversationLink } from './desk-conversation.ts'
import { messagesOfMail } from './gathered-mail-rows.ts'
import { replyAddress } from './reply-address.ts'
import { withMessageState } from './message-delivery.ts'
import { showMessage } from './show-message.ts'

/** Validity of a link to a file in the mail of an organisation, which has no log-in. */
const filesMs = 14 * dayMs

type CustomerMessage = {
  to: string
  language: Language
  branding: MailBranding
  /** Oldest first. */
  messages: [Message, ...Message[]]
  replyTo: string
  /** The page on which the organisation can answer, instead of by mail. */
  page: string
  files: { name: string; url: string }[]
}

/**
 * A customer's messages since the last mail, for the program. A reply to the mail becomes the answer; without a mailbox
 * for replies it goes to the customer's own address.
 */
export const customerMessageMail = withMessageState(
  mailTemplate<CustomerMessage>({
    load: async (ctx, delivery) => {
      const [row, ...more] = await messagesOfMail(ctx, delivery)
      if (!row) return null
      const message = showMessage(row)
      const messages: CustomerMessage['messages'] = [message, ...more.map(showMessage)]
      const [[person], branding] = await Promise.all([
        personOf(ctx, row.conversation.customer_id),
        findBranding(ctx, message.program_id, null),
      ])
      if (!branding?.email || !person) return null
      const language = branding.language === 'fr' ? 'fr' : 'en'
      return {
        to: branding.email,
        language,
        branding,
        messages,
        replyTo: replyAddress(ctx.env, { ...message, side: 'organiser', now: ctx.now }) ?? person.email,
        page: await conversationLink(ctx, { ...message, language }),
        files: (await Promise.all(messages.map((each) => filesOf(ctx, each)))).flat(),
      }
    },
    compose: ({ to, language, branding, messages, replyTo, page, files }) => {
      const { mail: words, replyAbove } = messageWords[language]
      const { sender_name: name, subject, conversation_id } = messages[0]
      const rows = [
        { label: words.from, value: name },
        { label: words.about, value: subject },
      ]
      const parts: MailPart[] = [
        { type: 'paragraph', text: `— ${replyAbove} —` },
        ...messages.map(({ body }) => ({ type: 'paragraph' as const, text: body })),
        ...files.map((file) => ({ type: 'link' as const, label: words.files(file.name), url: file.url })),
        ...(files.length > 0 ? [{ type: 'paragraph' as const, text: words.filesFor }] : []),
        { type: 'rows', rows },
        { type: 'paragraph', text: words.toProgram.reply(name) },
        { type: 'link', label: words.toProgram.open, url: page },
      ]
      return {
        to,
        subject: subjectLine(words.toProgram.subject(name, subject)),
        branding: { ...branding, email: null },
        replyTo,
        thread: conversation_id,
        language,
        heading: words.heading(name, messages.length),
        parts,
        because: words.toProgram.because,
      }
    },
    sample: (language) => ({
      to: sampleBranding.email,
      language,
      branding: sampleBranding,
      messages: [sampleMessage],
      replyTo: 'reply+sample@book.example.com',
      page: 'https://book.example.com/pg/lakeside/desk?token=sample',
      files: [{ name: 'care-plan.pdf', url: 'https://book.example.com/uploads/sample' }],
    }),
  }),
)

const filesOf = (ctx: Ctx, { attachments }: Message) =>
  Promise.all(
    attachments.map(async ({ id, name }) => ({
      name,
      url: `${ctx.siteOrigin}${await fileAddress(ctx, id, 'full', ctx.now + filesMs)}`,
    })),
  )

/** The sample message for previews. */
export const sampleMessage: Message = {
  id: 'msg_sample',
  object: 'message',
  conversation_id: 'cnv_sample',
  program_id: 'lakeside',
  contact_id: 'cup_sample',
  type: 'conversation',
  medium: 'email',
  subject: 'Canoe Week, Maya',
  body: 'Maya carries an injector for bee stings.\nCan she keep it in her blue bag, or should a coach have it?',
  quoted_text: null,
  state: 'queued',
  sender: 'customer',
  sender_name: 'Nadia Roy',
  is_read: true,
  context: 'registration',
  order_id: 'ord_sample',
  registration_id: 'reg_sample',
  event_id: null,
  campaign_id: null,
  attachments: [],
  num_messages: 1,
  num_unread: 0,
  is_open: true,
  sent: null,
  opened: null,
  created: '2027-07-05T20:40:00.000Z',
  updated: '2027-07-05T20:40:00.000Z',
}
