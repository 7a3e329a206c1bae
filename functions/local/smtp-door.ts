import { createTransport } from 'nodemailer'
import { senderParts } from '../delivery/mail/compose-mail.ts'
import { type DeliveryFailure, smtpFailure, type SmtpAnswer } from '../delivery/mail/delivery-failure.ts'
import type { SmtpRefusal, SmtpRequest } from '../delivery/mail/senders/smtp.ts'

/**
 * Number of remembered keys of accepted mails. A worker that crashes before recording a mail sends it again within
 * minutes.
 */
const maxRemembered = 20_000
const maxConnections = 2
/** Time limits of a connection to the mail server, each shorter than the lease of the outbox row. */
const timeouts = { connectionTimeout: 8_000, greetingTimeout: 8_000, dnsTimeout: 5_000, socketTimeout: 20_000 }

export type SmtpDoor = { fetch: (request: Request) => Promise<Response>; stop: () => void }

/**
 * The worker's SMTP_DOOR: passes its mails to the mail server in `url` (`smtps://user:password@host`,
 * `smtp://host:587`), in the serving process, which has sockets and keeps the server's address and password. A mail
 * with a known key is not sent again. Without TLS, only a server on this machine is allowed.
 */
export function openSmtpDoor(url: string): SmtpDoor {
  const transport = createTransport({
    ...connectionTo(url),
    pool: true,
    maxConnections,
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  const taken = new Map<string, Promise<DeliveryFailure | null>>()

  const sendOnce = (request: SmtpRequest): Promise<DeliveryFailure | null> => {
    const { dedupe } = request.mail
    const earlier = taken.get(dedupe)
    if (earlier) return earlier
    const sending = transport.sendMail(messageOf(request)).then(
      () => null,
      (error: SmtpAnswer) => {
        taken.delete(dedupe)
        return smtpFailure(error)
      },
    )
    taken.set(dedupe, sending)
    if (taken.size > maxRemembered) taken.delete(taken.keys().next().value as string)
    return sending
  }

  return {
    fetch: async (request) => {
      const failure = await sendOnce((await request.json()) as SmtpRequest)
      if (failure === null) return new Response(null, { status: 204 })
      return Response.json({ kind: failure.kind, code: failure.message } satisfies SmtpRefusal, { status: 422 })
    },
    stop: () => transport.close(),
  }
}

/** Whether a mail server accepts our log-in: null when it does, otherwise the error code. */
export async function probeSmtp(url: string): Promise<string | null> {
  const transport = createTransport(connectionTo(url))
  try {
    await transport.verify()
    return null
  } catch (error) {
    return smtpFailure(error as SmtpAnswer).message
  } finally {
    transport.close()
  }
}

function connectionTo(url: string) {
  const { protocol, hostname } = new URL(url)
  const isPlain = protocol === 'smtp:'
  return {
    url,
    requireTLS: isPlain && !isOnThisMachine(hostname),
    // A mail server on this machine usually has a self-signed certificate, and no one can intercept the connection.
    ignoreTLS: isPlain && isOnThisMachine(hostname),
    ...timeouts,
  }
}

const isOnThisMachine = (host: string) => /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])$/.test(host)

function messageOf({ mail, return_path, now }: SmtpRequest) {
  const { 'Reply-To': replyTo, 'Message-ID': messageId, ...headers } = mail.headers
  const from = senderParts(mail.from)
  return {
    from,
    // An address is exactly one recipient, even if it contains commas.
    to: { name: '', address: mail.to },
    envelope: { from: return_path ?? from.address, to: [mail.to] },
    ...(replyTo ? { replyTo: { name: '', address: replyTo } } : {}),
    ...(messageId ? { messageId } : {}),
    date: new Date(now),
    subject: mail.subject,
    text: mail.text,
    html: mail.html,
    headers,
    xMailer: false as const,
    attachments: mail.attachments.map(({ filename, content_type, content }) => ({
      filename,
      contentType: content_type,
      content,
    })),
  }
}
