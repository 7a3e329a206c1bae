import { createHash, createHmac, randomBytes } from 'node:crypto'
import type { Bindings } from '../context.ts'
import { signingKeys } from './signing-keys.ts'

/** A refresh token lives 30 days from its last use, its session 90 days in all. */
export const refreshTokenMs = 30 * 86_400_000
export const sessionMs = 90 * 86_400_000
/** How long a used token is still answered with its successor: parallel tabs, lost answers. */
export const graceMs = 30_000

/** 256 random bits. */
export const newRefreshToken = (): string => randomBytes(32).toString('base64url')

/** What is stored of a refresh token. */
export const hashOfToken = (token: string): string => createHash('sha256').update(token).digest('base64url')

/** Whether a text could be a refresh token at all; anything else is never looked up. */
export const looksLikeRefreshToken = (token: string): boolean => /^[\w-]{43}$/.test(token)

/** The one successor of a token, by each signing key, newest first: whoever holds the token gets the same one however often he asks. */
export function successorsOf(env: Bindings, token: string): [string, ...string[]] {
  const [newest, ...older] = signingKeys(env).map((key) =>
    createHmac('sha256', key.secret).update(`refresh:${token}`).digest('base64url'),
  )
  return [newest as string, ...older]
}
