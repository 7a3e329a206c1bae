/**
 * What is wrong with a mail that was not taken: `later` may go another time, `refused` never will and somebody has to look at
 * it, `undeliverable` means that nothing reaches the address.
 */
export type FailureKind = 'later' | 'refused' | 'undeliverable'

/** A sender's answer that it did not take a mail. Its message is a code alone: what servers say in words holds addresses. */
export class DeliveryFailure extends Error {
  readonly kind: FailureKind
  constructor(kind: FailureKind, code: string) {
    super(code)
    this.name = 'DeliveryFailure'
    this.kind = kind
  }
}

/** What a mail server answered: the command it answered to, its number, and its line. */
export type SmtpAnswer = {
  command?: string | undefined
  responseCode?: number | undefined
  response?: string | undefined
}

// RFC 3463: no such mailbox, no such domain, bad syntax, moved without a new address, no mail exchanger (null MX); a mailbox that takes nothing.
const noSuchAddress = /^5\.(?:1\.(?:0|1|2|3|6|10)|2\.1)$/
const enhancedCode = /^\d{3}[ -]([245]\.\d{1,3}\.\d{1,3})\b/

/** Whether an enhanced code says that the address itself is none, or takes no mail any more. */
export const isNoSuchAddress = (enhanced: string): boolean => noSuchAddress.test(enhanced)

/**
 * Reads a mail server's answer. Only an enhanced code that speaks of the address makes it undeliverable: a bare 550 may as well
 * be a relay that is closed to us, which would cost every customer their mail. Whatever is said before the recipient is named
 * (log-in, sender) is a fault of the settings, which can be mended while the mail waits.
 */
export function smtpFailure({ command = '', responseCode, response = '' }: SmtpAnswer): DeliveryFailure {
  if (responseCode === undefined) return new DeliveryFailure('later', 'smtp_unreachable')
  const enhanced = enhancedCode.exec(response)?.[1]
  const code = `smtp_${responseCode}${enhanced ? `_${enhanced.replaceAll('.', '_')}` : ''}`
  const isAboutMail = /^(?:RCPT|DATA|API)/i.test(command)
  if (responseCode < 500 || responseCode === 503 || !isAboutMail) return new DeliveryFailure('later', code)
  return new DeliveryFailure(enhanced && isNoSuchAddress(enhanced) ? 'undeliverable' : 'refused', code)
}

// What the mail itself is refused for; everything else is a limit, a setting or a fault that passes.
const refusedMail = /^E_(?:VALIDATION_ERROR|FIELD_MISSING|TOO_MANY_RECIPIENTS|CONTENT_TOO_LARGE|HEADER\w*)$/

/** Reads the code of an error of Cloudflare's `send_email` binding. */
export function cloudflareFailure(code: unknown): DeliveryFailure {
  const errorCode = typeof code === 'string' && /^E_[A-Z_]{1,40}$/.test(code) ? code : 'E_UNKNOWN'
  const words = `cloudflare_${errorCode.slice(2).toLowerCase()}`
  if (errorCode === 'E_RECIPIENT_SUPPRESSED') return new DeliveryFailure('undeliverable', words)
  return new DeliveryFailure(refusedMail.test(errorCode) ? 'refused' : 'later', words)
}
