import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import type { Bindings } from '../context.ts'
import { signingKeys } from './signing-keys.ts'
import { emailKey } from '../../contract/field-rules.ts'

/** Cookie of a browser in which an account has signed in; it signs no one in, it only has log-in attempts of its own. */
export const deviceCookie = '__Host-device'

/** Header in which a page's form passes the mark on to the API. Who sends a mark of their own making is unknown. */
export const deviceHeader = 'X-Known-Device'

/** A mark of this browser for one account. */
export function markDevice(env: Bindings, email: string): string {
  const id = randomBytes(12).toString('base64url')
  const [newest] = signingKeys(env)
  return `${id}.${proof(newest.secret, id, email)}`
}

/** Whether a cookie may be a mark; only such text goes into a header. */
export const looksLikeMark = (cookie: string): boolean => /^[\w-]{16}\.[\w-]{43}$/.test(cookie)

/** The id of a browser that this account is known in, null when the mark is not ours or another account's. */
export function knownDevice(env: Bindings, cookie: string | null, email: string): string | null {
  if (cookie === null || !looksLikeMark(cookie)) return null
  const [id = '', signature = ''] = cookie.split('.')
  const isOurs = signingKeys(env).some((key) =>
    timingSafeEqual(Buffer.from(proof(key.secret, id, email)), Buffer.from(signature)),
  )
  return isOurs ? id : null
}

const proof = (secret: string, id: string, email: string): string =>
  createHmac('sha256', secret)
    .update(`device:${id}:${emailKey(email)}`)
    .digest('base64url')
