import { dayMs } from '../../contract/limits.ts'
import { createHmac, timingSafeEqual } from 'node:crypto'
import type { MessageSender } from '../../contract/contact/message.ts'
import type { Bindings } from '../../platform/context.ts'
import { secrets } from '../../platform/identity/signed-link.ts'

type Settings = Pick<Bindings, 'TOKEN_SECRET' | 'MAIL_REPLY' | 'MAIL_PROVIDER' | 'SITE_ORIGIN'>
/**
 * The content of a reply address: its conversation, the side that may write with it, and the day (since 1970) on which
 * it was issued.
 */
export type ReplyToken = { conversation_id: string; side: MessageSender; issued: number }

/** Number of days that a reply address is valid. */
const validDays = 180

// A mailbox name has at most 64 characters, and mail servers may convert it to lower case. In base 36 a day, an id and
// 80 bits of signature take 45 characters.
const dayLength = 3
const idLength = 25
const signatureLength = 16
const sides: Record<string, MessageSender> = { c: 'customer', o: 'organiser' }
const letterOf: Record<MessageSender, string> = { customer: 'c', organiser: 'o' }

/** The mailbox for replies; null if the site has none, and then replies go directly to the other side. */
const replyMailbox = ({ MAIL_REPLY, MAIL_PROVIDER, SITE_ORIGIN }: Settings): string | null =>
  MAIL_REPLY || (String(MAIL_PROVIDER) === 'mailbox' ? `reply@${new URL(SITE_ORIGIN).hostname}` : null)

/** The address at which a side answers in a conversation. Only the mails to that side contain it. */
export function replyAddress(
  settings: Settings,
  { conversation_id, side, now }: { conversation_id: string; side: MessageSender; now: number },
): string | null {
  const mailbox = replyMailbox(settings)
  const hex = /^cnv_([0-9a-f]{32})$/.exec(conversation_id)?.[1]
  if (!mailbox || !hex) return null
  const issued = Math.floor(now / dayMs)
  const day = issued.toString(36).padStart(dayLength, '0')
  const id = BigInt(`0x${hex}`).toString(36).padStart(idLength, '0')
  const index = mailbox.lastIndexOf('@')
  const token = `${letterOf[side]}${day}${id}${signatureOf(secrets(settings)[0] ?? '', { conversation_id, side, issued })}`
  return `${mailbox.slice(0, index)}+${token}${mailbox.slice(index)}`
}

/** The content of a reply address; null if it is forged or not a reply address. Every configured key can verify it. */
export function readReplyAddress(settings: Settings, address: string): ReplyToken | null {
  const parts = /\+([co])([0-9a-z]{3})([0-9a-z]{25})([0-9a-z]{16})@[^@]+$/i.exec(address.trim())
  const [, letter = '', day = '', id = '', signature = ''] = (parts ?? []).map((part) => part.toLowerCase())
  const side = sides[letter]
  if (!side) return null
  const conversation_id = `cnv_${hexOf(id)}`
  const issued = Number.parseInt(day, 36)
  const isOurs = secrets(settings).some((secret) =>
    timingSafeEqual(Buffer.from(signature), Buffer.from(signatureOf(secret, { conversation_id, side, issued }))),
  )
  return isOurs ? { conversation_id, side, issued } : null
}

/** A text without the secret part of any reply address that a quote in it shows. */
export const withoutReplyTokens = (text: string): string => text.replace(/\+[co][0-9a-z]{44}(?=@)/gi, '')

/** True if an address was issued too long ago for a reply. */
export const isExpired = ({ issued }: ReplyToken, now: number): boolean => Math.floor(now / dayMs) - issued > validDays

function hexOf(base36: string): string {
  let value = 0n
  for (const digit of base36) value = value * 36n + BigInt(Number.parseInt(digit, 36))
  return value.toString(16).padStart(32, '0')
}

function signatureOf(secret: string, { conversation_id, side, issued }: ReplyToken): string {
  const bytes = createHmac('sha256', `reply:${secret}`)
    .update(`${side}:${issued}:${conversation_id}`)
    .digest('hex')
    .slice(0, 20)
  return BigInt(`0x${bytes}`).toString(36).padStart(signatureLength, '0')
}
