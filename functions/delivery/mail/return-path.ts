import { createHmac, timingSafeEqual } from 'node:crypto'
import type { Bindings } from '../../platform/context.ts'
import { secrets } from '../../platform/identity/signed-link.ts'
import { emailKey } from '../../contract/field-rules.ts'

type Settings = Pick<Bindings, 'TOKEN_SECRET' | 'MAIL_RETURN'>

/**
 * Where a mail to this address returns when it cannot be delivered: `bounces+<signature>@…`, null where no mailbox for it is
 * named. The signature is of the recipient's address, so that a report of a returned mail can be believed about that address
 * and about no other one.
 */
export function returnPathOf(settings: Settings, recipient: string): string | null {
  const mailbox = settings.MAIL_RETURN
  if (!mailbox) return null
  const at = mailbox.lastIndexOf('@')
  return `${mailbox.slice(0, at)}+${signatureOf(secrets(settings)[0] ?? '', recipient)}${mailbox.slice(at)}`
}

/** Of the addresses that a mail names, only so many are compared. */
const maxPaths = 8

/** What looks like a return path in a text: `+<signature>@`. */
export function signedPathsIn(text: string): string[] {
  const paths = new Set<string>()
  for (const [path] of text.matchAll(/\+[0-9a-f]{24}@/gi)) {
    paths.add(path.toLowerCase())
    if (paths.size === maxPaths) break
  }
  return [...paths]
}

/** Whether a mail to this address came back to this return path. Every key still listed verifies. */
export function isReturnPathOf(settings: Settings, input: { returnPath: string; recipient: string }): boolean {
  const signature = /\+([0-9a-f]{24})@/i.exec(input.returnPath)?.[1]?.toLowerCase()
  if (!signature) return false
  return secrets(settings).some((secret) =>
    timingSafeEqual(Buffer.from(signature), Buffer.from(signatureOf(secret, input.recipient))),
  )
}

const signatureOf = (secret: string, recipient: string) =>
  createHmac('sha256', `return-path:${secret}`).update(emailKey(recipient)).digest('hex').slice(0, 24)
