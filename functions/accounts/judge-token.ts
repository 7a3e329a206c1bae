import type { TokenRow } from './session-rows.ts'
import { graceMs } from './refresh-token.ts'

export type TokenRefusal = 'not_authenticated' | 'token_expired' | 'token_reused' | 'account_inactive'
type RefreshTokenState = Pick<
  TokenRow,
  'is_active' | 'ended_at' | 'ended_because' | 'session_expires_at' | 'expires_at' | 'used_at'
>

/** Why a refresh token is not good at `now`; null when it is: unused, or used within the grace, in a living session. */
export function refusalOfToken(token: RefreshTokenState | undefined, now: number): TokenRefusal | null {
  if (!token) return 'not_authenticated'
  if (token.ended_because === 'token_reused') return 'token_reused'
  if (token.ended_at !== null || token.session_expires_at < now) return 'token_expired'
  if (!token.is_active) return 'account_inactive'
  if (token.used_at === null) return token.expires_at < now ? 'token_expired' : null
  return token.used_at < now - graceMs ? 'token_reused' : null
}
