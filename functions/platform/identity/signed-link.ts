/**
 * The purposes of signed links; a token is valid for one purpose only. A GET only shows the link's page; its action is
 * a POST.
 */
export type LinkPurpose =
  | 'payment_return'
  | 'calendar'
  | 'family_calendar'
  | 'email_change'
  | 'new_login'
  | 'file'
  | 'mail_events'
  | 'desk'
  | 'roster'
  | 'unsubscribe'
  | 'waitlist_offer'
  | 'booking'
  | 'customer_claim'
type Keys = { TOKEN_SECRET: string }

const encoder = new TextEncoder()

/**
 * Signs `subject` for one purpose until `expiresAt` (ms): for links in mails and returns from a bank, which need no
 * log-in but cannot be forged.
 */
export async function signLink(
  keys: Keys,
  input: { purpose: LinkPurpose; subject: string; expiresAt: number },
): Promise<string> {
  const [newest = ''] = secrets(keys)
  const payload = `${input.subject}~${input.expiresAt.toString(36)}`
  return `${payload}~${await macOf(newest, `${input.purpose}:${payload}`)}`
}

/**
 * The subject of a token; null when the token was forged, changed, made for another purpose or has expired. Every
 * configured key can verify it.
 */
export async function readLink(
  keys: Keys,
  input: { purpose: LinkPurpose; token: string; now: number },
): Promise<string | null> {
  const parts = /^([\w.-]{1,200})~([0-9a-z]{1,12})~([\w-]{43})$/.exec(input.token)
  if (!parts) return null
  const [, subject = '', expires = '', mac = ''] = parts
  for (const secret of secrets(keys)) {
    const isOurs = await verified(secret, `${input.purpose}:${subject}~${expires}`, mac)
    if (isOurs) return Number.parseInt(expires, 36) >= input.now ? subject : null
  }
  return null
}

/** The signing keys, newest first. */
export const secrets = (keys: Keys) => keys.TOKEN_SECRET.split(',').map((each) => each.slice(each.indexOf(':') + 1))
const keyOf = (secret: string) =>
  crypto.subtle.importKey('raw', encoder.encode(`link:${secret}`), { name: 'HMAC', hash: 'SHA-256' }, false, [
    'sign',
    'verify',
  ])

async function macOf(secret: string, text: string): Promise<string> {
  return Buffer.from(await crypto.subtle.sign('HMAC', await keyOf(secret), encoder.encode(text))).toString('base64url')
}

async function verified(secret: string, text: string, mac: string): Promise<boolean> {
  const bytes = Buffer.from(mac, 'base64url')
  // The last character has two unused bits, so only one spelling of a signature is accepted.
  if (bytes.toString('base64url') !== mac) return false
  return crypto.subtle.verify('HMAC', await keyOf(secret), bytes, encoder.encode(text))
}
