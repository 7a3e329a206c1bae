import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import type { Bindings } from '../context.ts'
import { signingKeys } from './signing-keys.ts'
import { emailKey } from '../../contract/field-rules.ts'

/**
 * Cookie of a browser in which an account has signed in. It does not sign anyone in: it only gives the browser its own
 * log-in attempts.
 */
export const deviceCookie = '__Host-device'

/** Header in which a page's form passes the mark to the API. A forged mark counts as an unknown device. */
export const deviceHeader = 'X-Known-Device'

/** A mark of this browser for one account. */
export function markDevice(env: Bindings, email: string): string {
  const id = randomBytes(12).toString('base64url')
  const [newest] = signingKeys(env)
  return `${id}.${proof(newest.secret, id, email)}`
}

/** True when a cookie may be a mark; only such text goes into a header. */
export const looksLikeMark = (cookie: string): boolean => /^[\w-]{16}\.[\w-]{43}$/.test(cookie)

/** The id of the browser in which this account is known; null for a forged mark or another account's. */
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
