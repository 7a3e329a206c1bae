import type { Language } from '../../contract/field-rules.ts'
import type { Message } from '../../contract/contact/message.ts'
import { messageWords } from '../../contract/sentences/message-words.ts'
import { subjectLine } from '../../delivery/mail/compose-mail.ts'
import { findBranding } from '../../delivery/mail/find-branding.ts'
import type { MailBranding, MailPart } from '../../delivery/mail/mail-frame.ts'
import { mailTemplate, sampleBranding } from '../../delivery/mail/mail-template.ts'
import { personOf } from './about-rows.ts'
import { sampleMessage } from './mail-customer-message.ts'
import { messagesOfMail } from './gathered-mail-rows.ts'
import { replyAddress } from './reply-address.ts'
import { withMessageState } from './message-delivery.ts'
import { showMessage } from './show-message.ts'

type MessageReceived = {
  to: string
  language: Language
  branding: MailBranding
  /** Oldest first. */
  messages: [Message, ...Message[]]
  /** True if the reader has confirmed the address. */
  isVerified: boolean
  /** null: a reply goes to the program's own address. */
  replyTo: string | null
}

/**
 * A program's messages since the last mail, for the customer, who answers on the page or by replying. Messages that
 * were read in the meantime are left out. An unconfirmed address may be someone else's, so the mail to it only says
 * that there is a message.
 */
export const messageReceivedMail = withMessageState(
  mailTemplate<MessageReceived>({
    load: async (ctx, delivery) => {
      const unread = (await messagesOfMail(ctx, delivery)).filter(({ message }) => message.read_at === null)
      const [row, ...more] = unread
      if (!row) return null
      const [person] = await personOf(ctx, row.conversation.customer_id)
      if (!person?.is_active) return null
      const message = showMessage(row)
      const branding = await findBranding(ctx, message.program_id, person.language)
      if (!branding) return null
      const isVerified = person.is_email_verified
      const replyTo = isVerified ? replyAddress(ctx.env, { ...message, side: 'customer', now: ctx.now }) : null
      const messages: MessageReceived['messages'] = [message, ...more.map(showMessage)]
      return { to: person.email, language: person.language, branding, messages, isVerified, replyTo }
    },
    compose: ({ to, language, branding, messages, isVerified, replyTo }, { siteOrigin }) => {
      const { mail: words, replyAbove } = messageWords[language]
      const { notice, because } = words.toCustomer
      const newest = messages.at(-1) ?? messages[0]
      const count = messages.reduce((sum, { attachments }) => sum + attachments.length, 0)
      const button: MailPart = {
        type: 'button',
        label: words.toCustomer.open,
        url: `${siteOrigin}/pg/${newest.program_id}/profile/messages/${newest.id}?lang=${language}`,
      }
      if (!isVerified)
        return {
          to,
          subject: notice.subject(branding.name),
          branding,
          language,
          heading: notice.heading,
          parts: [{ type: 'paragraph', text: notice.logIn }, button],
          because,
        }
      return {
        to,
        subject: subjectLine(words.toCustomer.subject(newest.subject, branding.name)),
        branding,
        replyTo,
        thread: newest.conversation_id,
        language,
        heading: words.heading(newest.sender_name, messages.length),
        parts: [
          ...(replyTo ? [{ type: 'paragraph' as const, text: `— ${replyAbove} —` }] : []),
          ...messages.map(({ body }) => ({ type: 'paragraph' as const, text: body })),
          ...(count > 0 ? [{ type: 'paragraph' as const, text: words.toCustomer.files(count) }] : []),
          button,
          ...(replyTo ? [{ type: 'paragraph' as const, text: words.toCustomer.reply }] : []),
        ],
        because,
      }
    },
    sample: (language) => ({
      to: 'nadia@example.com',
      language,
      branding: sampleBranding,
      messages: [
        {
          ...sampleMessage,
          sender: 'organiser',
          sender_name: 'Jo Tremblay',
          body: 'Yes, the blue bag is fine. Hand the injector to me at the gate on Monday.',
        },
      ],
      isVerified: true,
      replyTo: 'reply+sample@book.example.com',
    }),
  }),
)
