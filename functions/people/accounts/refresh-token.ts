import { dayMs, hourMs, minuteMs } from '../../contract/limits.ts'
import { createHash, createHmac, randomBytes } from 'node:crypto'
import type { Bindings } from '../../platform/context.ts'
import { graceMs, signingKeys } from '../../platform/identity/signing-keys.ts'
import type { TokenRow } from './session-rows.ts'

/** A refresh token is valid for 30 days from its last use, its session for 90 days. */
export const refreshTokenMs = 30 * dayMs
export const sessionMs = 90 * dayMs

/** A session of a member of a team ends after this time without use, one on a shared machine sooner. */
export const teamIdleMs = 12 * hourMs
export const sharedIdleMs = 30 * minuteMs

/** True for a session that was not used for too long before `now`. */
export function isIdle(
  session: Pick<RefreshTokenState, 'last_used_at' | 'session_created' | 'issued_at' | 'is_shared' | 'is_staff'>,
  now: number,
): boolean {
  const limit = session.is_shared ? sharedIdleMs : session.is_staff ? teamIdleMs : null
  const lastUsed = Math.max(session.last_used_at ?? session.session_created, session.issued_at)
  return limit !== null && now - lastUsed > limit
}

/** 256 random bits. */
export const newRefreshToken = (): string => randomBytes(32).toString('base64url')

/** The stored hash of a refresh token. */
export const hashOfToken = (token: string): string => createHash('sha256').update(token).digest('base64url')

/** True for a text with the form of a refresh token. The database is never searched for any other text. */
export const looksLikeRefreshToken = (token: string): boolean => /^[\w-]{43}$/.test(token)

/**
 * The only possible successor of a token, for each signing key, newest first: every use of the same token gets the same
 * one.
 */
export function successorsOf(env: Bindings, token: string): [string, ...string[]] {
  const [newest, ...older] = signingKeys(env).map((key) =>
    createHmac('sha256', key.secret).update(`refresh:${token}`).digest('base64url'),
  )
  return [newest as string, ...older]
}

type TokenRefusal = 'not_authenticated' | 'token_expired' | 'token_reused' | 'account_inactive'
type RefreshTokenState = Pick<
  TokenRow,
  | 'is_active'
  | 'ended_at'
  | 'ended_because'
  | 'session_expires_at'
  | 'expires_at'
  | 'used_at'
  | 'client_id'
  | 'program_id'
  | 'last_used_at'
  | 'session_created'
  | 'issued_at'
  | 'is_shared'
  | 'is_staff'
>

/**
 * The reason for which a refresh token is invalid at `now`, or null. A token is valid when it is unused, or was used
 * within the grace period, and its session is open.
 */
export function refusalOfToken(token: RefreshTokenState | undefined, now: number): TokenRefusal | null {
  if (!token) return 'not_authenticated'
  if (token.ended_because === 'token_reused') return 'token_reused'
  if (token.ended_at !== null || token.session_expires_at < now) return 'token_expired'
  // Older sessions of clients have no program: their customer must grant access again.
  if (token.client_id !== null && token.program_id === null) return 'token_expired'
  if (!token.is_active) return 'account_inactive'
  if (token.client_id === null && isIdle(token, now)) return 'token_expired'
  if (token.used_at === null) return token.expires_at < now ? 'token_expired' : null
  return token.used_at < now - graceMs ? 'token_reused' : null
}
