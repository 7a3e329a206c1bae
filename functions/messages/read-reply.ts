import { createHash } from 'node:crypto'
import type { Email } from 'postal-mime'
import type { ReplyRefusal } from '../contract/sentences/message-words.ts'
import { textOfHtml, withoutQuotes } from './reply-text.ts'

/** Characters of a reply by mail; the schema holds it. */
const maxReplyLength = 20_000
/** What is told to nobody: an answer would be answered again. */
export type Ignored = 'automatic' | 'bounce' | 'calendar' | 'list' | 'no_sender'
export type MailReply = {
  /** Who sent it, as the mail says. */
  from: { name: string; email: string } | null
  /** The mail itself: brought twice it is one message. */
  mail_key: string
  result: { text: string } | { ignored: Ignored } | { refused: Exclude<ReplyRefusal, 'sender' | 'too_many'> }
}
type ReceivedMail = Pick<Email, 'headers' | 'from' | 'text' | 'html' | 'attachments' | 'messageId' | 'subject'>

/** What came by mail: what a person wrote, without what it quotes; or why it is no answer. `isCut`: only its headers were read. */
export function readReply(mail: ReceivedMail, { isCut }: { isCut: boolean }): MailReply {
  const address = mail.from?.address?.trim() ?? ''
  const from = address.includes('@') ? { name: mail.from?.name?.trim() ?? '', email: address } : null
  const key = mail.messageId ?? JSON.stringify([mail.headers, mail.text, mail.html])
  const mail_key = createHash('sha256').update(key).digest('hex').slice(0, 32)
  const ignored = ignoredBecause(mail, from?.email ?? '')
  if (ignored) return { from, mail_key, result: { ignored } }
  if (isCut) return { from, mail_key, result: { refused: 'too_large' } }

  const text = writtenText(mail)
  if (text === '') return { from, mail_key, result: { refused: 'empty' } }
  return { from, mail_key, result: text.length > maxReplyLength ? { refused: 'too_long' } : { text } }
}

function writtenText(mail: ReceivedMail): string {
  const plain = withoutQuotes(mail.text ?? '')
  // Some programs send a text part that is empty, or says that there is none.
  const text = plain !== '' || !mail.html ? plain : withoutQuotes(textOfHtml(mail.html))
  return text.normalize('NFC').replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\u2028\u2029]/g, '')
}

const automaticSubject =
  /^\s*(?:automatic reply|auto(?:matic)?[- ]?(?:reply|response)|autoreply|out of (?:the )?office|réponse automatique|absence du bureau|message d['’]absence|absent\(e\)|abwesen|automatische antwort|respuesta automática)\b/i
const machine = /^(?:mailer-daemon|postmaster|no-?reply|do-?not-?reply|bounces?)(?:[+-][^@]*)?@/i

/**
 * Mail that no one wrote as an answer: automatic replies (RFC 3834, and the headers that older programs use instead), returned
 * mail, read receipts, answers of calendars, mailing lists. Our own mails say `Auto-Submitted` too, so that one that comes back
 * ends here.
 */
function ignoredBecause(mail: ReceivedMail, from: string): Ignored | null {
  const header = (name: string) =>
    mail.headers
      .find(({ key }) => key === name)
      ?.value.trim()
      .toLowerCase() ?? null
  const type = header('content-type') ?? ''
  if (header('return-path') === '<>' || /^multipart\/report\b/.test(type)) return 'bounce'
  if (mail.attachments.some(({ mimeType }) => /^message\/(?:delivery-status|disposition-notification)$/.test(mimeType)))
    return 'bounce'
  if (from === '') return 'no_sender'
  if (machine.test(from)) return 'bounce'
  if ((header('auto-submitted') ?? 'no') !== 'no' || automaticSubject.test(mail.subject ?? '')) return 'automatic'
  if (/^(?:bulk|junk|list|auto_reply)$/.test(header('precedence') ?? '')) return 'automatic'
  if (['x-autoreply', 'x-autorespond', 'x-auto-reply-from'].some((name) => (header(name) ?? 'no') !== 'no'))
    return 'automatic'
  if (header('list-id') !== null || header('list-unsubscribe') !== null) return 'list'
  const isCalendarReply = mail.attachments.some(
    ({ mimeType, method }) => mimeType === 'text/calendar' && /^(?:REPLY|COUNTER)$/i.test(method ?? ''),
  )
  return isCalendarReply || /\bmethod="?(?:reply|counter)\b/.test(type) ? 'calendar' : null
}

/** Whether a mail server that looked says that the sender is not who they say. */
export const isSpoofed = (mail: Pick<Email, 'headers'>): boolean =>
  mail.headers.some(({ key, value }) => key === 'authentication-results' && /\bdmarc=fail\b/i.test(value))
