import type { Token } from '../../contract/people/account.ts'
import { ApiError } from '../../contract/api-error.ts'
import type { Ctx } from '../../platform/context.ts'
import { exchangeCode } from './exchange-code.ts'
import { refusalOfToken, hashOfToken, looksLikeRefreshToken, successorsOf } from './refresh-token.ts'
import { rotateToken } from './session-rows.ts'
import { makeToken } from './start-session.ts'

type GrantTokenInput = Partial<
  Record<'grant_type' | 'refresh_token' | 'code' | 'redirect_uri' | 'code_verifier', string | null>
>

/**
 * POST oauth/token for a client; a null client means the site's pages or a customer's own program. Without a
 * grant_type, token fields mean a refresh.
 */
export async function grantToken(ctx: Ctx, client_id: string | null, input: GrantTokenInput): Promise<Token> {
  if (input.grant_type === 'authorization_code') {
    if (client_id === null) throw new ApiError('required', { param: 'client_id' })
    return exchangeCode(ctx, client_id, input)
  }
  if (!input.refresh_token) throw new ApiError('required', { param: 'refresh_token' })
  return refreshSession(ctx, { refresh_token: input.refresh_token, client_id })
}

/**
 * POST oauth/token: rotates a refresh token, for its own client. For 30 s the old token gets the same successor; later
 * use ends its session.
 */
export async function refreshSession(
  ctx: Ctx,
  input: { refresh_token: string; client_id: string | null },
): Promise<Token> {
  if (!looksLikeRefreshToken(input.refresh_token)) throw new ApiError('not_authenticated')
  const successors = successorsOf(ctx.env, input.refresh_token)

  const tokenRow = await rotateToken(ctx, {
    hash: hashOfToken(input.refresh_token),
    successor: hashOfToken(successors[0]),
    client_id: input.client_id,
  })
  // A token is renewed only for its own client.
  if (tokenRow && tokenRow.client_id !== input.client_id) throw new ApiError('not_authenticated')
  const refusal = refusalOfToken(tokenRow, ctx.now)
  if (refusal === 'token_reused') ctx.log('token_reused', { session_id: tokenRow?.session_id ?? null })
  if (refusal || !tokenRow) throw new ApiError(refusal ?? 'not_authenticated')

  const successor = successors.find((each) => hashOfToken(each) === tokenRow.successor_hash)
  if (!successor) throw new ApiError('token_expired')
  return makeToken(ctx.env, tokenRow, { now: ctx.now, refreshToken: successor })
}
