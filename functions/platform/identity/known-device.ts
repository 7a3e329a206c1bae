import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import type { Bindings } from '../context.ts'
import { signingKeys } from './signing-keys.ts'
import { emailKey } from '../../contract/field-rules.ts'

/**
 * The cookie of a browser in which an account has logged in. It logs no one in. It only gives the browser a separate
 * count of log-in attempts.
 */
export const deviceCookie = '__Host-device'

/** Header in which a page's form passes the mark to the API. A forged mark counts as an unknown device. */
export const deviceHeader = 'X-Known-Device'

/** A mark of this browser for one account, with the time at which it was made. */
export function markDevice(env: Bindings, email: string, now: number): string {
  const id = `${randomBytes(12).toString('base64url')}.${now.toString(36)}`
  const [newest] = signingKeys(env)
  return `${id}.${proof(newest.secret, id, email)}`
}

/** True when a cookie may be a mark. Only such text is passed on in a header. */
export const looksLikeMark = (cookie: string): boolean => /^[\w-]{16}\.[a-z\d]{1,10}\.[\w-]{43}$/.test(cookie)

/**
 * The id of the browser in which this account is known, and when it was marked; null for a forged mark or another
 * account's. `knownDeviceOf` decides whether the account still accepts the mark.
 */
export function readMark(
  env: Bindings,
  cookie: string | null,
  email: string,
): { id: string; marked_at: number } | null {
  if (cookie === null || !looksLikeMark(cookie)) return null
  const [name = '', time = '', signature = ''] = cookie.split('.')
  const id = `${name}.${time}`
  const isOurs = signingKeys(env).some((key) =>
    timingSafeEqual(Buffer.from(proof(key.secret, id, email)), Buffer.from(signature)),
  )
  return isOurs ? { id: name, marked_at: Number.parseInt(time, 36) } : null
}

const proof = (secret: string, id: string, email: string): string =>
  createHmac('sha256', secret)
    .update(`device:${id}:${emailKey(email)}`)
    .digest('base64url')
