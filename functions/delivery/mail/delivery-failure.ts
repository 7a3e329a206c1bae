/**
 * Why a mail was not accepted. `later`: another attempt may succeed; `refused`: none will, and an operator must look at
 * it; `undeliverable`: the address receives no mail.
 */
export type FailureKind = 'later' | 'refused' | 'undeliverable'

/**
 * Thrown by a sender when a mail was not accepted. The message is only a code, because servers' texts contain addresses.
 */
export class DeliveryFailure extends Error {
  readonly kind: FailureKind
  constructor(kind: FailureKind, code: string) {
    super(code)
    this.name = 'DeliveryFailure'
    this.kind = kind
  }
}

/** A mail server's reply: the command, the code and the line. */
export type SmtpAnswer = {
  command?: string | undefined
  responseCode?: number | undefined
  response?: string | undefined
}

// RFC 3463: no such mailbox, no such domain, bad syntax, moved without a new address, null MX; or a disabled mailbox.
const noSuchAddress = /^5\.(?:1\.(?:0|1|2|3|6|10)|2\.1)$/
const enhancedCode = /^\d{3}[ -]([245]\.\d{1,3}\.\d{1,3})\b/

/** True for an enhanced code of an address that does not exist or no longer accepts mail. */
export const isNoSuchAddress = (enhanced: string): boolean => noSuchAddress.test(enhanced)

/**
 * The failure for a mail server's reply. Only an enhanced code about the address makes it undeliverable: a bare 550 may
 * also come from a relay that rejects us, which would stop every customer's mail. Replies before the recipient (log-in,
 * sender) point to faults in the settings, which can be fixed while the mail waits.
 */
export function smtpFailure({ command = '', responseCode, response = '' }: SmtpAnswer): DeliveryFailure {
  if (responseCode === undefined) return new DeliveryFailure('later', 'smtp_unreachable')
  const enhanced = enhancedCode.exec(response)?.[1]
  const code = `smtp_${responseCode}${enhanced ? `_${enhanced.replaceAll('.', '_')}` : ''}`
  const isAboutMail = /^(?:RCPT|DATA|API)/i.test(command)
  if (responseCode < 500 || responseCode === 503 || !isAboutMail) return new DeliveryFailure('later', code)
  return new DeliveryFailure(enhanced && isNoSuchAddress(enhanced) ? 'undeliverable' : 'refused', code)
}

// Codes about the mail itself; all others are limits, settings or temporary faults.
const refusedMail = /^E_(?:VALIDATION_ERROR|FIELD_MISSING|TOO_MANY_RECIPIENTS|CONTENT_TOO_LARGE|HEADER\w*)$/

/** The failure for an error code of Cloudflare's `send_email` binding. */
export function cloudflareFailure(code: unknown): DeliveryFailure {
  const errorCode = typeof code === 'string' && /^E_[A-Z_]{1,40}$/.test(code) ? code : 'E_UNKNOWN'
  const words = `cloudflare_${errorCode.slice(2).toLowerCase()}`
  if (errorCode === 'E_RECIPIENT_SUPPRESSED') return new DeliveryFailure('undeliverable', words)
  return new DeliveryFailure(refusedMail.test(errorCode) ? 'refused' : 'later', words)
}
