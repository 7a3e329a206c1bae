import { createHash } from 'node:crypto'
import type { Bindings } from '../../platform/context.ts'
import { htmlOf, type MailBranding, type MailContent } from './mail-frame.ts'
import { textOf } from './mail-text.ts'
import type { NewsList, Reader } from './news-list.ts'

export type MailInput = MailContent & {
  /** The key of the mail, which is the same in every delivery attempt. */
  dedupe: string
  to: string
  subject: string
  /** The sending program; null means the platform itself. */
  branding: MailBranding | null
  attachments?: Mail['attachments']
  /** True when the reader just requested the mail, such as a code: it is sent even where earlier mail bounced. */
  isRequested?: boolean
  /** Reply address, when it is not the program's own. */
  replyTo?: string | null
  /** Mails with the same thread are grouped in a mail client. */
  thread?: string
  /** News has this field, because it needs the reader's consent: the list, and its one-click unsubscribe. */
  list?: NewsList
}

/** The sending site; its settings may name other senders than the default. */
export type MailOrigin = {
  siteOrigin: string
  env?: Pick<Bindings, 'MAIL_FROM' | 'MAIL_FROM_MARKETING'>
}

const maxSubject = 250

/** A subject for a mail: shortened between two characters, with an ellipsis. */
export const subjectLine = (text: string): string =>
  text.length <= maxSubject ? text : `${text.slice(0, maxSubject - 1).replace(/[\uD800-\uDBFF]$/, '')}…`

// Characters that could start another header.
const unsafe = /[\u0000-\u001f\u007f-\u009f\u2028\u2029]/

/**
 * Builds a mail from its content: the site's sender with the program's name, and replies to the program. Throws for a
 * header that could contain a second one.
 */
export function composeMail(origin: MailOrigin, input: MailInput): Mail {
  const host = new URL(origin.siteOrigin).hostname
  const { list, branding } = input
  const replyTo = input.replyTo ?? branding?.email
  const name = (branding?.name ?? 'Muster').replace(/["\\]/g, '')
  const sender = list ? origin.env?.MAIL_FROM_MARKETING || `news@${host}` : origin.env?.MAIL_FROM || `bookings@${host}`
  const { unsubscribe_url = null, topics_url = null } = list ?? {}
  const content = { ...input, unsubscribe_url, topics_url }
  return {
    dedupe: input.dedupe,
    to: oneAddress(input.to),
    from: headerText(`"${name}" <${sender}>`, 254),
    subject: headerText(input.subject, maxSubject),
    text: textOf(branding, content),
    html: htmlOf(branding, content),
    headers: {
      ...(replyTo ? { 'Reply-To': headerText(replyTo, 254) } : {}),
      ...(input.thread ? { References: headerText(`<${input.thread}@${domainOf(sender)}>`, 254) } : {}),
      // The Message-ID is the same for every attempt, so that a mail client shows a mail that was sent twice only
      // once.
      'Message-ID': `<${createHash('sha256').update(input.dedupe).digest('hex').slice(0, 32)}@${domainOf(sender)}>`,
      ...(list ? listHeaders(list, host) : automaticHeaders),
    },
    attachments: input.attachments ?? [],
    stream: list ? 'marketing' : 'transactional',
    is_requested: input.isRequested ?? false,
    reader: list?.reader ?? null,
  }
}

const automaticHeaders = { 'Auto-Submitted': 'auto-generated', 'X-Auto-Response-Suppress': 'All' }
const domainOf = (address: string) => address.slice(address.lastIndexOf('@') + 1)

// Mailbox providers show their own unsubscribe button for it (RFC 8058).
const listHeaders = (list: NonNullable<MailInput['list']>, host: string) => ({
  'List-Id': headerText(`<${list.id}.${host}>`, 254),
  'List-Unsubscribe': headerText(
    [list.unsubscribe_url, list.unsubscribe_mailto].flatMap((way) => (way ? [`<${way}>`] : [])).join(', '),
    998,
  ),
  'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
})

// A mail server would read a list as several recipients.
function oneAddress(text: string): string {
  if (!/^[^\s,;:<>"()@]+@[^\s,;:<>"()@]+$/.test(text)) throw new Error('mail recipient is not one address')
  return headerText(text, 254)
}

/** Name and address of a sender formatted by `composeMail`. */
export function senderParts(from: string): { name: string; address: string } {
  const [, name = '', address = from] = /^"([^"]*)" <([^<>]+)>$/.exec(from) ?? []
  return { name, address }
}

/** A text for a header: one line, without control characters, at most `maxLength` characters. */
export function headerText(text: string, maxLength: number): string {
  if (unsafe.test(text)) throw new Error('mail header with a control character')
  if (text.length > maxLength) throw new Error('mail header too long')
  return text
}

/**
 * One mail, ready to send. Only these fields leave the product. The sender gets `dedupe`, so that a repeated mail
 * arrives once.
 */
export type Mail = {
  dedupe: string
  to: string
  from: string
  subject: string
  text: string
  html: string
  headers: Record<string, string>
  attachments: { filename: string; content_type: string; content: string }[]
  /** `marketing` needs consent and has its own sender, so that spam complaints about news do not affect receipts. */
  stream: 'transactional' | 'marketing'
  is_requested: boolean
  /** The reader whose consent is required, or null. */
  reader: Reader | null
}

/**
 * Sends mail. Throws when the mail was not accepted: a `DeliveryFailure` has the kind of failure; after any other error
 * the outbox retries.
 */
export type MailSender = { name: string; send: (mail: Mail, now: number) => Promise<void> }
