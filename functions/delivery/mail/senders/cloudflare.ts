import type { Bindings } from '../../../platform/context.ts'
import { type Mail, type MailSender, senderParts } from '../compose-mail.ts'
import { cloudflareFailure } from '../delivery-failure.ts'

/**
 * Sends with Cloudflare's `send_email` binding. The platform sets Message-ID and Date itself and has no idempotency key:
 * a mail that was sent twice has the same `X-Entity-Ref-ID`, by which mailbox providers recognise it.
 */
export function cloudflare(env: Bindings): MailSender {
  return {
    name: 'cloudflare',
    send: async (mail) => {
      try {
        await env.EMAIL?.send(messageOf(mail))
      } catch (error) {
        throw cloudflareFailure((error as { code?: unknown }).code)
      }
    },
  }
}

function messageOf(mail: Mail): EmailMessageBuilder {
  const { 'Reply-To': replyTo, 'Message-ID': messageId = '', ...headers } = mail.headers
  const { name, address } = senderParts(mail.from)
  return {
    to: mail.to,
    from: { name, email: address },
    ...(replyTo ? { replyTo } : {}),
    subject: mail.subject,
    text: mail.text,
    html: mail.html,
    headers: { ...headers, 'X-Entity-Ref-ID': messageId.slice(1, messageId.indexOf('@')) },
    attachments: mail.attachments.map(({ filename, content_type, content }) => ({
      disposition: 'attachment',
      filename,
      type: content_type,
      content: new TextEncoder().encode(content),
    })),
  }
}
