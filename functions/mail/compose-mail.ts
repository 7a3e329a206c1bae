import { htmlOf, type MailBranding, type MailContent, textOf } from './mail-frame.ts'

export type MailInput = MailContent & {
  /** One mail per key, however often it is delivered. */
  dedupe: string
  to: string
  subject: string
  /** The program it speaks for; null = the platform itself. */
  branding: MailBranding | null
  attachments?: Mail['attachments']
}

// A header with one of these could hold a second header.
const unsafe = /[\u0000-\u001f\u007f-\u009f\u2028\u2029]/

/** Builds a mail from its content: sender by the site's host, replies go to the program. Throws on a header that could hold a second one. */
export function composeMail(siteOrigin: string, input: MailInput): Mail {
  const host = new URL(siteOrigin).hostname
  const name = input.branding?.name ?? 'Muster'
  const headers: Record<string, string> = { 'Auto-Submitted': 'auto-generated', 'X-Auto-Response-Suppress': 'All' }
  if (input.branding?.email) headers['Reply-To'] = headerText(input.branding.email, 254)
  return {
    dedupe: input.dedupe,
    to: headerText(input.to, 254),
    from: headerText(`"${name.replace(/["\\]/g, '')}" <bookings@${host}>`, 254),
    subject: headerText(input.subject, 250),
    text: textOf(input.branding, input),
    html: htmlOf(input.branding, input),
    headers,
    attachments: input.attachments ?? [],
  }
}

/** A header's text as it may leave: one line, without control characters, of a sane length. */
export function headerText(text: string, maxLength: number): string {
  if (unsafe.test(text)) throw new Error('mail header with a control character')
  if (text.length > maxLength) throw new Error('mail header too long')
  return text
}

/** One mail, ready to leave. Only what stands here leaves the product; `dedupe` is given to the sender so that a repeat is one mail. */
export type Mail = {
  dedupe: string
  to: string
  from: string
  subject: string
  text: string
  html: string
  headers: Record<string, string>
  attachments: { filename: string; content_type: string; content: string }[]
}

/** Something that sends mail. Throws when the mail could not be handed over; the outbox tries again. */
export type MailSender = { name: string; send: (mail: Mail, now: number) => Promise<void> }
