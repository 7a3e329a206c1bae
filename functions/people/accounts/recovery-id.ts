import { createHmac, timingSafeEqual } from 'node:crypto'
import type { Bindings } from '../../platform/context.ts'
import { signingKeys } from '../../platform/identity/signing-keys.ts'

const signed = /^(rec_[0-9a-f]{32})([\w-]{43})$/

/** The id of a recovery in its mail: signed, so that the stored id alone opens nothing. */
export function signRecoveryId(env: Bindings, id: string): string {
  const [newest] = signingKeys(env)
  return `${id}${signatureOf(newest.secret, id)}`
}

/** The id of the row; null when none of our keys signed it. */
export function readRecoveryId(env: Bindings, recovery_id: string): string | null {
  const [, id = '', signature = ''] = signed.exec(recovery_id) ?? []
  if (id === '') return null
  const isOurs = signingKeys(env).some(({ secret }) =>
    timingSafeEqual(Buffer.from(signatureOf(secret, id)), Buffer.from(signature)),
  )
  return isOurs ? id : null
}

const signatureOf = (secret: string, id: string): string =>
  createHmac('sha256', secret).update(`recovery:${id}`).digest('base64url')
