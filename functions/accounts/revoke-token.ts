import type { Done } from '../contract/account.ts'
import { ApiError } from '../contract/api-error.ts'
import type { Ctx } from '../context.ts'
import { commit } from '../database/commit.ts'
import { readAccessToken } from './access-token.ts'
import { done } from './done.ts'
import { hashOfToken, looksLikeRefreshToken } from './refresh-token.ts'
import { endSession, endSessionOfToken } from './session-rows.ts'

type RevokeTokenInput = {
  token?: string | null | undefined
  refresh_token?: string | null | undefined
  access_token?: string | null | undefined
}

/** POST oauth/revoke: ends the session of a refresh or access token. A token that is not ours is answered the same (RFC 7009). */
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
