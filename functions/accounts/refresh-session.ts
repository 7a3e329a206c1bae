import type { Token } from '../contract/account.ts'
import { ApiError } from '../contract/api-error.ts'
import type { Ctx } from '../context.ts'
import { refusalOfToken, hashOfToken, looksLikeRefreshToken, successorsOf } from './refresh-token.ts'
import { rotateToken } from './session-rows.ts'
import { makeToken } from './start-session.ts'

type GrantTokenInput = { refresh_token?: string | null | undefined }

/** POST oauth/token. Without a grant_type the fields of a Token mean a refresh. */
export async function grantToken(ctx: Ctx, input: GrantTokenInput): Promise<Token> {
  if (!input.refresh_token) throw new ApiError('required', { param: 'refresh_token' })
  return refreshSession(ctx, { refresh_token: input.refresh_token })
}

/**
 * POST oauth/token: rotates a refresh token. For 30 s the old one is answered with the same successor; later use ends the
 * session it belongs to.
 */
export async function refreshSession(ctx: Ctx, input: { refresh_token: string }): Promise<Token> {
  if (!looksLikeRefreshToken(input.refresh_token)) throw new ApiError('not_authenticated')
  const successors = successorsOf(ctx.env, input.refresh_token)

  const tokenRow = await rotateToken(ctx, {
    hash: hashOfToken(input.refresh_token),
    successor: hashOfToken(successors[0]),
  })
  const refusal = refusalOfToken(tokenRow, ctx.now)
  if (refusal === 'token_reused') ctx.log('token_reused', { session_id: tokenRow?.session_id ?? null })
  if (refusal || !tokenRow) throw new ApiError(refusal ?? 'not_authenticated')

  const successor = successors.find((each) => hashOfToken(each) === tokenRow.successor_hash)
  if (!successor) throw new ApiError('token_expired')
  return makeToken(ctx.env, tokenRow, { now: ctx.now, refreshToken: successor })
}
