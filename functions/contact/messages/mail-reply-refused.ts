import type { Language } from '../../contract/field-rules.ts'
import type { MessageSender } from '../../contract/contact/message.ts'
import { messageWords, type ReplyRefusal } from '../../contract/sentences/message-words.ts'
import { subjectLine } from '../../delivery/mail/compose-mail.ts'
import { findBranding } from '../../delivery/mail/find-branding.ts'
import type { MailBranding } from '../../delivery/mail/mail-frame.ts'
import { mailTemplate, sampleBranding } from '../../delivery/mail/mail-template.ts'
import { personOf } from './about-rows.ts'
import { refusalById } from './reply-rows.ts'

type MailReplyRefused = {
  to: string
  language: Language
  branding: MailBranding
  subject: string
  reason: ReplyRefusal
  side: MessageSender
  program_id: string
  message_id: string | null
}

/**
 * Tells the sender of a refused reply the reason and the remedy, once per conversation, sender and reason. Contains
 * nothing of the reply.
 */
export const mailReplyRefusedMail = mailTemplate<MailReplyRefused>({
  load: async (ctx, { ref }) => {
    const [row] = await refusalById(ctx, ref)
    if (!row) return null
    const { refusal, conversation } = row
    const [person] = await personOf(ctx, conversation.customer_id)
    const isCustomer = refusal.side === 'customer'
    const branding = await findBranding(ctx, conversation.program_id, isCustomer ? (person?.language ?? null) : null)
    if (!branding || !person) return null
    const language = isCustomer ? person.language : branding.language === 'fr' ? 'fr' : 'en'
    return {
      to: refusal.sender_email,
      language,
      branding,
      subject: conversation.subject,
      reason: refusal.reason as ReplyRefusal,
      side: refusal.side,
      program_id: conversation.program_id,
      message_id: conversation.last_message_id,
    }
  },
  compose: ({ to, language, branding, subject, reason, side, program_id, message_id }, { siteOrigin }) => {
    const words = messageWords[language].mail.refused
    const url = `${siteOrigin}/pg/${program_id}/profile/messages/${message_id}?lang=${language}`
    return {
      to,
      // A stranger does not see the subject of the conversation.
      subject: reason === 'sender' ? words.heading : subjectLine(words.subject(subject)),
      branding: { ...branding, email: null },
      language,
      heading: words.heading,
      parts: [
        { type: 'paragraph', text: words.reasons[reason] },
        ...(side === 'customer' && message_id !== null && reason !== 'sender'
          ? [
              { type: 'paragraph' as const, text: words.onPage },
              { type: 'button' as const, label: words.open, url },
            ]
          : []),
      ],
      because: words.because,
    }
  },
  sample: (language) => ({
    to: 'nadia@example.com',
    language,
    branding: sampleBranding,
    subject: 'Canoe Week, Maya',
    reason: 'empty',
    side: 'customer',
    program_id: 'lakeside',
    message_id: 'msg_sample',
  }),
})
