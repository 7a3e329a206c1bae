import { createHmac, timingSafeEqual } from 'node:crypto'
import type { Bindings } from '../../platform/context.ts'
import { secrets } from '../../platform/identity/signed-link.ts'
import { emailKey } from '../../contract/field-rules.ts'

type Settings = Pick<Bindings, 'TOKEN_SECRET' | 'MAIL_RETURN'>

/**
 * The return path for mail to a recipient, `bounces+<signature>@…`; null without a configured mailbox. The signature
 * covers the recipient's address, so that a returned mail is trusted only about that address.
 */
export function returnPathOf(settings: Settings, recipient: string): string | null {
  const mailbox = settings.MAIL_RETURN
  if (!mailbox) return null
  const at = mailbox.lastIndexOf('@')
  return `${mailbox.slice(0, at)}+${signatureOf(secrets(settings)[0] ?? '', recipient)}${mailbox.slice(at)}`
}

/** Maximum number of addresses in a mail that are compared. */
const maxPaths = 8

/** Texts in the form of a return path: `+<signature>@`. */
export function signedPathsIn(text: string): string[] {
  const paths = new Set<string>()
  for (const [path] of text.matchAll(/\+[0-9a-f]{24}@/gi)) {
    paths.add(path.toLowerCase())
    if (paths.size === maxPaths) break
  }
  return [...paths]
}

/** True when this is the return path of mail to this address. Every configured key can verify it. */
export function isReturnPathOf(settings: Settings, input: { returnPath: string; recipient: string }): boolean {
  const signature = /\+([0-9a-f]{24})@/i.exec(input.returnPath)?.[1]?.toLowerCase()
  if (!signature) return false
  return secrets(settings).some((secret) =>
    timingSafeEqual(Buffer.from(signature), Buffer.from(signatureOf(secret, input.recipient))),
  )
}

const signatureOf = (secret: string, recipient: string) =>
  createHmac('sha256', `return-path:${secret}`).update(emailKey(recipient)).digest('hex').slice(0, 24)
