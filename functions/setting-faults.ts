import { checkMailSender } from './delivery/mail/senders/choose.ts'
import { vapidKeys } from './delivery/push/vapid-keys.ts'
import type { Bindings } from './platform/context.ts'
import { checkPaymentProvider } from './platform/cards/choose.ts'
import { signingKeys } from './platform/identity/signing-keys.ts'

const secrets: [name: 'TOKEN_SECRET' | 'PASSWORD_PEPPER' | 'HEALTH_KEY', form: RegExp, words: string][] = [
  ['TOKEN_SECRET', /^[^:,]+:[^:,]{32,}(?:,|$)/, 'a name, a colon and at least 32 characters'],
  ['PASSWORD_PEPPER', /^.{32,}$/, 'at least 32 characters'],
  ['HEALTH_KEY', /^[\w-]+:[A-Za-z0-9+/]{43}=?(?:,|$)/, 'a name, a colon and 32 bytes in base64'],
]
const where = '"Secrets" in functions/local/running.md'

/** Missing or wrong settings of a worker, one sentence each that begins with the setting's name, without secrets. */
export function settingFaults(env: Bindings): string[] {
  return [
    ...(env.DB ? [] : ['The binding DB is missing: [[d1_databases]] in wrangler.toml.']),
    ...originFaults(env.SITE_ORIGIN),
    ...secrets.flatMap(([name, form, words]) => {
      if (!env[name]) return [`${name} is missing: npx wrangler secret put ${name}, ${words}. See ${where}.`]
      return form.test(env[name]) ? [] : [`${name} is not ${words}. See ${where}.`]
    }),
    ...thrownBy(() => checkPaymentProvider(env)),
    ...thrownBy(() => checkMailSender(env)),
    ...(env.TOKEN_SECRET ? thrownBy(() => signingKeys(env), 'TOKEN_SECRET is not of its form') : []),
    ...thrownBy(() => vapidKeys(env), 'VAPID_KEYS is not of its form'),
  ]
}

/**
 * On Cloudflare: visitors use another host than SITE_ORIGIN, which was left at its local default. On one machine the
 * start checks the setting, and another name is only a wrong Host header.
 */
export function hostFault(env: Bindings, host: string): string[] {
  const own = new URL(env.SITE_ORIGIN).hostname
  if (DEVELOPMENT_TOOLS || env.HASHER || !loopback.test(own) || loopback.test(host)) return []
  return [`SITE_ORIGIN is ${env.SITE_ORIGIN}, and visitors come under another name: set it to the address they know.`]
}
const loopback = /^(?:localhost|127\.0\.0\.1|\[::1\])$/

function originFaults(origin: string | undefined): string[] {
  if (!origin) return ['SITE_ORIGIN is missing: the address visitors know the site by, such as https://camps.example.']
  if (URL.canParse(origin) && new URL(origin).origin === origin) return []
  return [`SITE_ORIGIN is "${origin}", and must be an origin, such as https://camps.example.`]
}

// The message of a thrown error, or null. `instead` replaces a message that does not begin with a setting's name.
function thrownBy(check: () => unknown, instead?: string): string[] {
  try {
    check()
    return []
  } catch (error) {
    return [instead === undefined ? (error as Error).message : `${instead}. See ${where}.`]
  }
}
