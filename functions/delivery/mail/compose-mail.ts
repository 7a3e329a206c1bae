import { createHash } from 'node:crypto'
import type { Bindings } from '../../platform/context.ts'
import { htmlOf, type MailBranding, type MailContent } from './mail-frame.ts'
import { textOf } from './mail-text.ts'
import type { NewsList, Reader } from './news-list.ts'

export type MailInput = MailContent & {
  /** One mail per key, however often it is delivered. */
  dedupe: string
  to: string
  subject: string
  /** The program it speaks for; null = the platform itself. */
  branding: MailBranding | null
  attachments?: Mail['attachments']
  /** The reader asks for it at this moment, as for a code: it is tried where earlier mail came back. */
  isRequested?: boolean
  /** Where a reply goes, where it is not the program's own address. */
  replyTo?: string | null
  /** Mails of the same conversation stand together in a mail program. */
  thread?: string
  /** News that needs the reader's consent: the list it belongs to, and where it is left with one click. */
  list?: NewsList
}

/** The site that a mail speaks for; its settings may name other senders than the usual. */
export type MailOrigin = {
  siteOrigin: string
  env?: Pick<Bindings, 'MAIL_FROM' | 'MAIL_FROM_MARKETING'>
}

const maxSubject = 250

/** A subject of any length as a mail may carry it: cut between two characters, and marked as cut. */
export const subjectLine = (text: string): string =>
  text.length <= maxSubject ? text : `${text.slice(0, maxSubject - 1).replace(/[\uD800-\uDBFF]$/, '')}…`

// A header with one of these could hold a second header.
const unsafe = /[\u0000-\u001f\u007f-\u009f\u2028\u2029]/

/** Builds a mail from its content: the site's sender under the program's name, replies to the program. Throws on a header that could hold a second one. */
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
      // The same for every attempt, so that a mail that left twice is one mail to whoever receives it.
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

// Mailbox providers offer their own button for it (RFC 8058).
const listHeaders = (list: NonNullable<MailInput['list']>, host: string) => ({
  'List-Id': headerText(`<${list.id}.${host}>`, 254),
  'List-Unsubscribe': headerText(
    [list.unsubscribe_url, list.unsubscribe_mailto].flatMap((way) => (way ? [`<${way}>`] : [])).join(', '),
    998,
  ),
  'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
})

// A list would be several recipients to a mail server.
function oneAddress(text: string): string {
  if (!/^[^\s,;:<>"()@]+@[^\s,;:<>"()@]+$/.test(text)) throw new Error('mail recipient is not one address')
  return headerText(text, 254)
}

/** Name and address of a sender as `composeMail` writes it. */
export function senderParts(from: string): { name: string; address: string } {
  const [, name = '', address = from] = /^"([^"]*)" <([^<>]+)>$/.exec(from) ?? []
  return { name, address }
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
  /** `marketing` needs consent and leaves from a sender of its own, so that a complaint about news costs no receipt. */
  stream: 'transactional' | 'marketing'
  is_requested: boolean
  /** Whose consent it needs; null where it needs none. */
  reader: Reader | null
}

/** Something that sends mail. Throws when the mail could not be handed over: a `DeliveryFailure` says what that means, after anything else the outbox tries again. */
export type MailSender = { name: string; send: (mail: Mail, now: number) => Promise<void> }
