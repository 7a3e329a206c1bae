import { realMailSenders } from '../delivery/mail/senders/choose.ts'
import { paymentFaults, realPaymentProviders } from '../platform/cards/choose.ts'

export type Settings = Record<string, string | undefined>
type Available = { paymentProviders: string[]; mailSenders: string[] }

/** The real providers, for a site that sells. */
export const realProviders = (): Available => ({
  paymentProviders: Object.keys(realPaymentProviders),
  // Without the mail sender that is a binding of Cloudflare.
  mailSenders: Object.keys(realMailSenders).filter((name) => name !== 'cloudflare'),
})

/** What prevents serving a production build, one sentence per item; empty when nothing does. */
export function missingSettings(settings: Settings, available: Available): string[] {
  return [
    checkOrigin(settings.SITE_ORIGIN),
    checkProvider('PAYMENT_PROVIDER', {
      chosen: settings.PAYMENT_PROVIDER,
      names: available.paymentProviders,
      pretend: { name: 'sandbox', reason: 'takes no real money' },
      kind: 'provider for real cards',
    }),
    ...paymentFaults(settings.PAYMENT_PROVIDER, settings),
    checkProvider('MAIL_PROVIDER', {
      chosen: settings.MAIL_PROVIDER,
      names: available.mailSenders,
      pretend: { name: 'mailbox', reason: 'keeps every mail to itself' },
      kind: 'sender for real mail',
    }),
    settings.MAIL_PROVIDER === 'smtp' ? checkSmtpUrl(settings.SMTP_URL) : null,
    ...(['MAIL_FROM', 'MAIL_FROM_MARKETING', 'MAIL_RETURN', 'MAIL_REPLY', 'OPERATOR_EMAIL'] as const).map((name) =>
      checkAddress(name, settings[name]),
    ),
    checkServerChecks(settings.MAIL_REPLY_SERVER_CHECKS),
  ].filter((sentence) => sentence !== null)
}

function checkOrigin(origin: string | undefined): string | null {
  if (!origin) return 'SITE_ORIGIN is missing: the address visitors know the site by, such as https://camps.example.'
  const url = URL.canParse(origin) ? new URL(origin) : null
  if (url === null || url.origin !== origin)
    return `SITE_ORIGIN is "${origin}", and must be an origin, such as https://camps.example.`
  const isLocal = /^(?:localhost|127\.0\.0\.1|\[::1\])$/.test(url.hostname)
  return url.protocol === 'https:' || isLocal ? null : `SITE_ORIGIN is ${origin}, and visitors must come over https.`
}

// The URL contains a password, so the error does not repeat it.
function checkSmtpUrl(text: string | undefined): string | null {
  if (!text) return 'SMTP_URL is missing: the server that takes mail, such as smtps://user:password@mail.example:465.'
  const url = URL.canParse(text) ? new URL(text) : null
  if (url && /^smtps?:$/.test(url.protocol) && url.hostname !== '') return null
  return 'SMTP_URL must be an address of a mail server, such as smtps://user:password@mail.example:465 or smtp://localhost:25, with %40 for an @ in the user or password.'
}

function checkServerChecks(value: string | undefined): string | null {
  if (!value || value === 'on' || value === 'off') return null
  return `MAIL_REPLY_SERVER_CHECKS is "${value}", and must be on or off.`
}

/**
 * A warning about what the reply settings cannot do; null when they are complete. Printed by the `serve` and `doctor`
 * commands.
 */
export function replyWarning(settings: Settings): string | null {
  const { MAIL_REPLY, MAIL_REPLY_AUTHSERV_ID, MAIL_REPLY_SERVER_CHECKS } = settings
  if (!MAIL_REPLY || MAIL_REPLY_AUTHSERV_ID || MAIL_REPLY_SERVER_CHECKS === 'on') return null
  return 'MAIL_REPLY is set alone: no reply by mail is taken as the organisation’s, because anyone can write its address. Set MAIL_REPLY_AUTHSERV_ID, or MAIL_REPLY_SERVER_CHECKS=on.'
}

/** True for a plain email address, without a name, which a setting may have. */
export const isAddress = (text: string): boolean => /^[\w.+-]{1,40}@[a-z\d-]+(?:\.[a-z\d-]+)+$/i.test(text)

function checkAddress(setting: string, address: string | undefined): string | null {
  if (!address || isAddress(address)) return null
  return `${setting} is "${address}", and must be an email address, such as bookings@camps.example.`
}

function checkProvider(
  setting: string,
  input: { chosen: string | undefined; names: string[]; pretend: { name: string; reason: string }; kind: string },
): string | null {
  const { chosen, names, pretend, kind } = input
  if (chosen !== undefined && names.includes(chosen)) return null
  const fault =
    chosen === pretend.name
      ? `${setting} is ${pretend.name}, which ${pretend.reason}.`
      : chosen
        ? `${setting} is ${chosen}, which this version does not have.`
        : `${setting} is missing.`
  return `${fault} ${names.length > 0 ? `Choose ${names.join(' or ')}.` : `This version has no ${kind} yet.`}`
}
