import type { Language } from '../contract/field-rules.ts'
import type { Message } from '../contract/message.ts'
import { messageWords } from '../contract/sentences/message-words.ts'
import { subjectLine } from '../mail/compose-mail.ts'
import { findBranding } from '../mail/find-branding.ts'
import type { MailBranding, MailPart } from '../mail/mail-frame.ts'
import { mailTemplate, sampleBranding } from '../mail/mail-template.ts'
import { personOf } from './about-rows.ts'
import { sampleMessage } from './mail-customer-message.ts'
import { shownMessage } from './message-rows.ts'
import { replyAddress } from './reply-address.ts'
import { notingState } from './send-and-note.ts'
import { showMessage } from './show-message.ts'

type MessageReceived = {
  to: string
  language: Language
  branding: MailBranding
  message: Message
  /** Whether the reader has shown that the address is theirs. */
  isVerified: boolean
  /** null: a reply goes to the program's own address. */
  replyTo: string | null
}

/**
 * What a program wrote, for its customer, who answers on the page or by replying. One that was read before it left is not mailed any
 * more. An address that was never confirmed may be someone else's: it learns that there is a message, and nothing of it.
 */
export const messageReceivedMail = notingState(
  mailTemplate<MessageReceived>({
    load: async (ctx, { ref }) => {
      const [row] = await shownMessage(ctx, ref)
      if (row?.message.state !== 'queued' || row.message.read_at !== null) return null
      const [person] = await personOf(ctx, row.conversation.customer_id)
      if (!person?.is_active) return null
      const message = showMessage(row)
      const branding = await findBranding(ctx, message.program_id, person.language)
      if (!branding) return null
      const isVerified = person.is_email_verified
      const replyTo = isVerified ? replyAddress(ctx.env, { ...message, side: 'customer', now: ctx.now }) : null
      return { to: person.email, language: person.language, branding, message, isVerified, replyTo }
    },
    compose: ({ to, language, branding, message, isVerified, replyTo }, { siteOrigin }) => {
      const { mail: words, replyAbove } = messageWords[language]
      const { notice, because } = words.toCustomer
      const count = message.attachments.length
      const button: MailPart = {
        type: 'button',
        label: words.toCustomer.open,
        url: `${siteOrigin}/pg/${message.program_id}/profile/messages/${message.id}?lang=${language}`,
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
        subject: subjectLine(words.toCustomer.subject(message.subject, branding.name)),
        branding,
        replyTo,
        thread: message.conversation_id,
        language,
        heading: words.toCustomer.heading(message.sender_name),
        parts: [
          ...(replyTo ? [{ type: 'paragraph' as const, text: `— ${replyAbove} —` }] : []),
          { type: 'paragraph', text: message.body },
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
      message: {
        ...sampleMessage,
        sender: 'organiser',
        sender_name: 'Jo Tremblay',
        body: 'Yes, the blue bag is fine. Hand the injector to me at the gate on Monday.',
      },
      isVerified: true,
      replyTo: 'reply+sample@book.example.com',
    }),
  }),
)
