import type { Done } from '../../contract/people/account.ts'
import { ApiError } from '../../contract/api-error.ts'
import { type Ctx, actAs, type CustomerContext } from '../../platform/context.ts'
import { commit } from '../../platform/database/commit.ts'
import { readAccessToken } from '../../platform/identity/access-token.ts'
import { done } from './show-user.ts'
import { hashOfToken, looksLikeRefreshToken } from './refresh-token.ts'
import { endSession, endSessionOfToken } from './session-rows.ts'

type RevokeTokenInput = {
  token?: string | null | undefined
  refresh_token?: string | null | undefined
  access_token?: string | null | undefined
}

/**
 * POST oauth/revoke: ends the session of a refresh or access token. A foreign token gets the same response (RFC 7009).
 */
export async function revokeToken(ctx: Ctx, input: RevokeTokenInput): Promise<Done> {
  const token = input.token ?? input.refresh_token ?? input.access_token
  if (!token) throw new ApiError('required', { param: 'token' })

  if (looksLikeRefreshToken(token)) await commit(ctx, [endSessionOfToken(ctx, hashOfToken(token), 'revoked')])
  else {
    const access = await readAccessToken(ctx.env, token, ctx.now)
    if (access.ok) await commit(ctx, [endSession(ctx, access.identity.session_id, 'revoked')])
  }
  return done(ctx, 'revoked')
}

/** POST logout: ends the caller's session with all of its tokens. A repeated call changes nothing. */
export async function logOut(ctx: CustomerContext): Promise<Done> {
  const { session_id } = ctx.actor
  // The batch does not act as the caller, so that it also passes when the session has ended.
  if (session_id) await commit(actAs(ctx, null), [endSession(ctx, session_id, 'logged_out')])
  return done(ctx, 'logged_out')
}
