import * as z from 'zod/mini'
import { isNoSuchAddress } from './delivery-failure.ts'
import type { SuppressionReason } from './suppression.ts'

/** A provider's webhook about an accepted mail: it bounced permanently, or its reader marked it as spam. */
export type MailEvent = { email: string; reason: SuppressionReason; code: string }
export type MailReport = {
  events: MailEvent[] /** A URL that the provider wants us to open once, to confirm the webhook. */
  confirm: string | null
}

const email = z.string().check(z.trim(), z.maxLength(254), z.regex(/^[^\s@<>]+@[^\s@<>]+$/))
type Reader = (body: unknown) => MailEvent[] | null
const reader =
  <Schema extends z.ZodMiniType>(schema: Schema, read: (body: z.infer<Schema>) => MailEvent[]): Reader =>
  (body) => {
    const parsed = schema.safeParse(body)
    return parsed.success ? read(parsed.data) : null
  }
const bounced = (each: string, code: string): MailEvent => ({ email: each, reason: 'bounced', code })
const complained = (each: string, code: string): MailEvent => ({ email: each, reason: 'complained', code })

const maxReasonLength = 998
const codeInText = /\b5\.\d{1,3}\.\d{1,3}\b/
/** The words of providers that gave up after days of attempts, which say nothing about the address. */
const givenUp = /\btoo old\b|\bexpired\b|\bretry timeout\b/i

/**
 * True unless the provider's words say that the address itself is fine: an enhanced code of a policy (5.7.x), a full
 * mailbox (5.2.2) or the mail, or a mail that became too old before it was accepted.
 */
function isDead(...words: (string | null | undefined)[]): boolean {
  const text = words.map((each) => (each ?? '').slice(0, maxReasonLength)).join(' ')
  const code = codeInText.exec(text)?.[0]
  return code ? isNoSuchAddress(code) : !givenUp.test(text)
}

const words = z.nullish(z.string())
const sesRecipients = z.array(z.object({ emailAddress: email, status: words, diagnosticCode: words }))
const ses = reader(
  z.object({
    bounce: z.optional(z.object({ bounceType: z.string(), bouncedRecipients: sesRecipients })),
    complaint: z.optional(
      z.object({ complainedRecipients: sesRecipients, complaintFeedbackType: words, complaintSubType: words }),
    ),
    mail: z.object({}),
  }),
  ({ bounce, complaint }) => [
    ...(bounce?.bounceType === 'Permanent'
      ? bounce.bouncedRecipients
          .filter(({ status, diagnosticCode }) => isDead(status, diagnosticCode))
          .map(({ emailAddress }) => bounced(emailAddress, 'ses_permanent'))
      : []),
    ...(complaint && complaint.complaintFeedbackType !== 'not-spam'
      ? complaint.complainedRecipients.map(({ emailAddress }) => complained(emailAddress, 'ses_complaint'))
      : []),
  ],
)
const postmark = reader(
  z.object({ RecordType: z.string(), Email: email, Type: z.optional(z.string()), Details: words, Description: words }),
  ({ RecordType, Email, Type, Details, Description }) => {
    if (RecordType === 'SpamComplaint' || Type === 'SpamComplaint') return [complained(Email, 'postmark_complaint')]
    const isHard = RecordType === 'Bounce' && (Type === 'HardBounce' || Type === 'BadEmailAddress')
    return isHard && isDead(Details, Description) ? [bounced(Email, 'postmark_hard_bounce')] : []
  },
)
const mailgun = reader(
  z.object({
    'event-data': z.object({
      event: z.string(),
      recipient: email,
      severity: z.optional(z.string()),
      reason: words,
      'delivery-status': z.nullish(z.object({ 'enhanced-code': words, message: words, description: words })),
    }),
  }),
  ({ 'event-data': { event, recipient, severity, reason, 'delivery-status': status } }) => {
    if (event === 'complained') return [complained(recipient, 'mailgun_complaint')]
    if (event !== 'failed' || severity !== 'permanent') return []
    // Mailgun calls a mail that was retried for too long `old`.
    const isOld = reason === 'old'
    const dead = !isOld && isDead(status?.['enhanced-code'], status?.message, status?.description)
    return dead ? [bounced(recipient, 'mailgun_permanent')] : []
  },
)
const sendgrid = reader(
  z.array(z.object({ event: z.string(), email, type: z.optional(z.string()), status: words, reason: words })),
  (events) =>
    events.flatMap((each) => {
      if (each.event === 'spamreport') return [complained(each.email, 'sendgrid_complaint')]
      const isHard = each.event === 'bounce' && each.type !== 'blocked' && isDead(each.status, each.reason)
      return isHard ? [bounced(each.email, 'sendgrid_bounce')] : []
    }),
)
const own = reader(
  z.object({ events: z.array(z.object({ type: z.enum(['bounced', 'complained']), email, status: words })) }),
  ({ events }) =>
    events
      .filter(({ type, status }) => type === 'complained' || isDead(status))
      .map(({ type, email: each }) => ({ email: each, reason: type, code: 'told_by_provider' })),
)
const readers: Reader[] = [ses, postmark, mailgun, sendgrid, own]

// Amazon SNS wraps its messages. The first message must be confirmed.
const Notification = z.object({ Type: z.literal('Notification'), Message: z.string() })
const Confirmation = z.object({ Type: z.literal('SubscriptionConfirmation'), SubscribeURL: z.string() })
const snsHost = /^sns\.[a-z\d-]+\.amazonaws\.com(?:\.cn)?$/

/**
 * Reads a provider's webhook: Amazon SES (with and without SNS), Postmark, Mailgun, SendGrid, or `{"events": [{"type":
 * "bounced", "email": "…"}]}`. Only permanent failures count, not a full mailbox. Null for any other body.
 */
export function readMailEvents(body: unknown): MailReport | null {
  const confirmation = Confirmation.safeParse(body)
  if (confirmation.success) {
    const { SubscribeURL } = confirmation.data
    const url = URL.canParse(SubscribeURL) ? new URL(SubscribeURL) : null
    return url?.protocol === 'https:' && snsHost.test(url.host) ? { events: [], confirm: url.href } : null
  }
  const notification = Notification.safeParse(body)
  if (notification.success) {
    const inner = parsed(notification.data.Message)
    return inner === null ? null : readMailEvents(inner)
  }
  for (const read of readers) {
    const events = read(body)
    if (events) return { events, confirm: null }
  }
  return null
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

/** A returned mail, as parsed. */
export type ReturnedMail = {
  attachments: readonly { mimeType: string; content: ArrayBuffer | Uint8Array | string }[]
}
/** The event in a returned mail, with its return path if the report contains it. */
export type ReturnedEvent = MailEvent & { returnPath: string | null }

/**
 * Reads a bounce report of a mail server (RFC 3464) or a complaint report of a mailbox provider (RFC 5965); empty for
 * any other mail.
 */
export function readReturnedMail({ attachments }: ReturnedMail): ReturnedEvent[] {
  return attachments
    .flatMap(({ mimeType, content }) => {
      if (mimeType === 'message/delivery-status') return blocksOf(content).flatMap(deliveryStatus)
      if (mimeType === 'message/feedback-report') return blocksOf(content).flatMap(complaintOf)
      return []
    })
    .slice(0, maxEvents)
}

/** Maximum length of a report. A report is about one mail to one recipient, so a longer report is not genuine. */
const maxReportLength = 64 * 1024
const maxLineLength = 998
const maxEvents = 50

function blocksOf(content: ReturnedMail['attachments'][number]['content']): Map<string, string>[] {
  const text =
    typeof content === 'string'
      ? content.slice(0, maxReportLength)
      : new TextDecoder().decode(new Uint8Array(content).subarray(0, maxReportLength))
  return text
    .replaceAll('\r\n', '\n')
    .split(/\n[ \t]*\n/)
    .map(fieldsOf)
}

function fieldsOf(block: string): Map<string, string> {
  const lines = block.replaceAll(/\n[ \t]+/g, ' ').split('\n')
  return new Map(
    lines.flatMap((written) => {
      const line = written.slice(0, maxLineLength)
      const colon = line.indexOf(':')
      const [name, value] = [line.slice(0, Math.max(0, colon)), line.slice(colon + 1).trim()]
      return value && /^[\w-]+$/.test(name) ? [[name.toLowerCase(), value] as const] : []
    }),
  )
}

function deliveryStatus(fields: Map<string, string>): ReturnedEvent[] {
  const status = /^\d\.\d{1,3}\.\d{1,3}/.exec(fields.get('status') ?? '')?.[0] ?? ''
  if (fields.get('action')?.toLowerCase() !== 'failed' || !isNoSuchAddress(status)) return []
  const code = `smtp_550_${status.replaceAll('.', '_')}`
  // A forwarded mail fails at another address than the one it was sent to.
  return ['original-recipient', 'final-recipient']
    .flatMap((name) => addressOf(fields.get(name)) ?? [])
    .map((each) => ({ ...bounced(each, code), returnPath: null }))
}

function complaintOf(fields: Map<string, string>): ReturnedEvent[] {
  const address = addressOf(fields.get('original-rcpt-to'))
  if (!address || fields.get('feedback-type')?.toLowerCase() === 'not-spam') return []
  return [{ ...complained(address, 'feedback_report'), returnPath: addressOf(fields.get('original-mail-from')) }]
}

function addressOf(value: string | undefined): string | null {
  const [, address] = /^(?:[\w-]+;\s*)?<?([^\s<>;@]+@[^\s<>;]+)>?$/.exec(value ?? '') ?? []
  return address ?? null
}
