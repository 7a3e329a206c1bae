import type { Language } from '../contract/field-rules.ts'
import type { Message } from '../contract/message.ts'
import { messageWords } from '../contract/sentences/message-words.ts'
import { subjectLine } from '../mail/compose-mail.ts'
import { findBranding } from '../mail/find-branding.ts'
import type { MailBranding } from '../mail/mail-frame.ts'
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
  /** null: a reply goes to the program's own address. */
  replyTo: string | null
}

/** What a program wrote, for its customer, who answers on the page or by replying. One that was read before it left is not mailed any more. */
export const messageReceivedMail = notingState(
  mailTemplate<MessageReceived>({
    load: async (ctx, { ref }) => {
      const [row] = await shownMessage(ctx, ref)
      if (row?.message.state !== 'queued' || row.message.read_at !== null) return null
      const [person] = await personOf(ctx, row.conversation.customer_id)
      // An address that was never confirmed may be somebody else's: they are told nothing, the page has it.
      if (!person?.is_active || !person.is_email_verified) return null
      const message = showMessage(row)
      const branding = await findBranding(ctx, message.program_id, person.language)
      if (!branding) return null
      const replyTo = replyAddress(ctx.env, { ...message, side: 'customer', now: ctx.now })
      return { to: person.email, language: person.language, branding, message, replyTo }
    },
    compose: ({ to, language, branding, message, replyTo }, { siteOrigin }) => {
      const { mail: words, replyAbove } = messageWords[language]
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
          {
            type: 'button',
            label: words.toCustomer.open,
            url: `${siteOrigin}/pg/${message.program_id}/profile/messages/${message.id}?lang=${language}`,
          },
          ...(replyTo ? [{ type: 'paragraph' as const, text: words.toCustomer.reply }] : []),
        ],
        because: words.toCustomer.because,
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
      replyTo: 'reply+sample@book.example.com',
    }),
  }),
)
