import { createHash } from 'node:crypto'
import type { Email as ParsedMail } from 'postal-mime'
import { Email } from '../../contract/field-rules.ts'
import type { ReplyRefusal } from '../../contract/sentences/message-words.ts'
import { withoutReplyTokens } from './reply-address.ts'
import { partsOfHtml, partsOfReply, type ReplyParts } from './reply-text.ts'

/** Mails that get no reply, because a reply might cause another reply. */
export type Ignored = 'automatic' | 'bounce' | 'calendar' | 'list' | 'no_sender'
/** The sender that the headers name. */
export type ReplySender = { name: string; email: string }
/** A file of a mail, under the name its sender gave it. */
export type ReceivedFile = { name: string; bytes: Uint8Array<ArrayBuffer> }
/** The text of a reply, with its files. */
export type WrittenReply = {
  /** The key of the mail. A mail that is received twice becomes one message. */
  mail_key: string
  text: string
  /** The quote and signature that were cut; empty if there is nothing to show. */
  quoted: string
  files: ReceivedFile[]
}
type MailHeaders = Pick<ParsedMail, 'headers' | 'from' | 'subject'>
type ReceivedMail = Pick<ParsedMail, 'headers' | 'text' | 'html' | 'attachments' | 'messageId'>

/** The sender of a mail, from its headers only, or the reason why it is not a person's reply. */
export function readSender(mail: MailHeaders): { sender: ReplySender } | { ignored: Ignored } {
  const address = mail.from?.address?.trim() ?? ''
  const ignored = ignoredByHeaders(mail, address)
  if (ignored) return { ignored }
  const email = Email.safeParse(address)
  return email.success
    ? { sender: { name: mail.from?.name?.trim() ?? '', email: email.data } }
    : { ignored: 'no_sender' }
}

/** The text of a reply and what was cut from it, or the reason why it is not a person's reply. */
export function readReply(
  mail: ReceivedMail,
): { written: WrittenReply } | { ignored: Ignored } | { refused: Extract<ReplyRefusal, 'empty'> } {
  const ignored = ignoredByParts(mail)
  if (ignored) return { ignored }
  const { text, quoted } = writtenParts(mail)
  if (text === '') return { refused: 'empty' }
  const key = mail.messageId ?? JSON.stringify([mail.headers, mail.text, mail.html])
  const mail_key = createHash('sha256').update(key).digest('hex').slice(0, 32)
  return { written: { mail_key, text, quoted, files: filesOf(mail) } }
}

function writtenParts(mail: ReceivedMail): ReplyParts {
  const plain = partsOfReply(mail.text ?? '')
  // Some mail programs send a text part that is empty, or that says only that the mail has no text.
  const { text, quoted } = plain.text !== '' || !mail.html ? plain : partsOfHtml(mail.html)
  return { text: cleaned(text), quoted: withoutLinks(cleaned(quoted)).slice(0, maxQuotedLength) }
}

const cleaned = (text: string): string =>
  withoutReplyTokens(text.normalize('NFC')).replace(
    /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\u2028\u2029]/g,
    '',
  )

/** Maximum length of what was cut from a reply; also enforced by the schema. */
const maxQuotedLength = 20_000

/**
 * A quote with the host of each link only, because a link in a quoted mail acts for the reader of that mail, even if a
 * mail filter has rewritten it. A word of sixty characters may be the rest of such a link.
 */
const withoutLinks = (quoted: string): string =>
  quoted.replace(/(\bhttps?:\/\/[^\s<>/?#]*)[^\s<>]*/gi, '$1/…').replace(/[^\s<>]{60,}/g, '…')

/** Parts that mail programs add by themselves: signatures and invitations. */
const noFile = /^(?:text\/calendar|application\/(?:ics|(?:x-)?pkcs7-signature|pgp-(?:signature|encrypted|keys)))$/

/** A name from outside, as one line and without characters that change the writing direction. */
export const oneLine = (name: string): string =>
  [
    ...name
      .slice(0, 1000)
      .normalize('NFC')
      .replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, ''),
  ]
    .slice(0, 80)
    .join('')
    .trim()

// Inline pictures are the logos of signatures.
const filesOf = ({ attachments }: ReceivedMail): ReceivedFile[] =>
  attachments
    .filter(({ mimeType, related }) => !related && !noFile.test(mimeType))
    .map(({ filename, content }) => ({ name: fileName(filename), bytes: bytesOf(content) }))

const bytesOf = (content: ReceivedMail['attachments'][number]['content']): Uint8Array<ArrayBuffer> =>
  typeof content === 'string' ? new TextEncoder().encode(content) : new Uint8Array(content)

function fileName(path: string | null): string {
  const name = (path ?? '').slice(-255).split(/[/\\]/).at(-1) ?? ''
  return oneLine(name)
}

const automaticSubject =
  /^\s*(?:automatic reply|auto(?:matic)?[- ]?(?:reply|response)|autoreply|out of (?:the )?office|réponse automatique|absence du bureau|message d['’]absence|absent\(e\)|abwesen|automatische antwort|respuesta automática)\b/i
const machine = /^(?:mailer-daemon|postmaster|no-?reply|do-?not-?reply|bounces?)(?:[+-][^@]*)?@/i

/**
 * Mail that is not a person's reply: automatic replies (RFC 3834, and the headers of older programs), bounces, calendar
 * replies and mailing lists. Our own mails have `Auto-Submitted` too, so a returned mail of ours is ignored as well.
 */
function ignoredByHeaders(mail: MailHeaders, from: string): Ignored | null {
  const header = (name: string) =>
    mail.headers
      .find(({ key }) => key === name)
      ?.value.trim()
      .toLowerCase() ?? null
  const type = header('content-type') ?? ''
  if (header('return-path') === '<>' || /^multipart\/report\b/.test(type)) return 'bounce'
  if (from === '') return 'no_sender'
  if (machine.test(from)) return 'bounce'
  if ((header('auto-submitted') ?? 'no') !== 'no' || automaticSubject.test(mail.subject ?? '')) return 'automatic'
  if (/^(?:bulk|junk|list|auto_reply)$/.test(header('precedence') ?? '')) return 'automatic'
  if (['x-autoreply', 'x-autorespond', 'x-auto-reply-from'].some((name) => (header(name) ?? 'no') !== 'no'))
    return 'automatic'
  if (header('list-id') !== null || header('list-unsubscribe') !== null) return 'list'
  return /\bmethod="?(?:reply|counter)\b/.test(type) ? 'calendar' : null
}

/** Delivery reports, read receipts and calendar replies, by their parts. */
function ignoredByParts({ attachments }: ReceivedMail): Ignored | null {
  if (attachments.some(({ mimeType }) => /^message\/(?:delivery-status|disposition-notification)$/.test(mimeType)))
    return 'bounce'
  const isCalendarReply = attachments.some(
    ({ mimeType, method }) => mimeType === 'text/calendar' && /^(?:REPLY|COUNTER)$/i.test(method ?? ''),
  )
  return isCalendarReply ? 'calendar' : null
}
