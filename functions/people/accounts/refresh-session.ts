import type { Token } from '../../contract/people/account.ts'
import { ApiError } from '../../contract/api-error.ts'
import { hasOnlyScopes, scopesIn } from '../../contract/people/oauth.ts'
import type { Delegation } from '../../platform/actor.ts'
import type { Ctx } from '../../platform/context.ts'
import { oauthClient } from '../../platform/identity/oauth-clients.ts'
import { exchangeCode } from './exchange-code.ts'
import { refusalOfToken, hashOfToken, isIdle, looksLikeRefreshToken, successorsOf } from './refresh-token.ts'
import { endSession, rotateToken, type TokenRow } from './session-rows.ts'
import { makeToken } from './start-session.ts'

type GrantTokenInput = Partial<
  Record<'grant_type' | 'refresh_token' | 'code' | 'redirect_uri' | 'code_verifier' | 'scope', string | null>
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
  return refreshSession(ctx, { refresh_token: input.refresh_token, client_id, scope: input.scope ?? null })
}

/**
 * POST oauth/token: rotates a refresh token, for its own client. For 30 s the old token gets the same successor; later
 * use ends its session. A client keeps its scopes, and may ask for an access token with fewer (RFC 6749, 6).
 */
export async function refreshSession(
  ctx: Ctx,
  input: { refresh_token: string; client_id: string | null; scope?: string | null },
): Promise<Token> {
  if (!looksLikeRefreshToken(input.refresh_token)) throw new ApiError('not_authenticated')
  const asked = input.client_id === null ? null : (input.scope ?? null)
  if (asked !== null && !hasOnlyScopes(asked)) throw new ApiError('invalid_parameter', { param: 'scope' })
  const successors = successorsOf(ctx.env, input.refresh_token)

  const tokenRow = await rotateToken(ctx, {
    hash: hashOfToken(input.refresh_token),
    successor: hashOfToken(successors[0]),
    client_id: input.client_id,
    only_program: onlyProgramOf(ctx, input.client_id),
    scopes: scopesIn(asked ?? ''),
  })
  // A token is renewed only for its own client.
  if (tokenRow && tokenRow.client_id !== input.client_id) throw new ApiError('not_authenticated')
  const refusal = refusalOfToken(tokenRow, ctx.now)
  if (refusal === 'token_reused') ctx.log('token_reused', { session_id: tokenRow?.session_id ?? null })
  if (
    refusal === 'token_expired' &&
    tokenRow?.ended_at === null &&
    tokenRow.client_id === null &&
    isIdle(tokenRow, ctx.now)
  )
    await endSession(ctx, tokenRow.session_id, 'idle')
  if (refusal || !tokenRow) throw new ApiError(refusal ?? 'not_authenticated')

  const delegation = delegationOf(tokenRow, asked)
  const successor = successors.find((each) => hashOfToken(each) === tokenRow.successor_hash)
  if (!successor) throw new ApiError('token_expired')
  return makeToken(
    ctx.env,
    { ...tokenRow, ...(delegation ? { delegation } : {}) },
    { now: ctx.now, refreshToken: successor },
  )
}

function onlyProgramOf(ctx: Ctx, client_id: string | null): string | null {
  const programs = client_id === null ? 'all' : (oauthClient(ctx.env, client_id)?.program_ids ?? 'all')
  return programs !== 'all' && programs.length === 1 ? (programs[0] ?? null) : null
}

/**
 * What a client's token may do; null for a customer's own session. A client has the scopes of its session, or fewer
 * when the request asked for fewer.
 */
function delegationOf({ client_id, program_id, scopes }: TokenRow, asked: string | null): Delegation | null {
  if (client_id === null || program_id === null) return null
  const granted = scopesIn(scopes ?? '')
  if (!asked) return { client_id, program_id, scopes: granted }
  const wanted = scopesIn(asked)
  if (wanted.some((scope) => !granted.includes(scope))) throw new ApiError('invalid_parameter', { param: 'scope' })
  return { client_id, program_id, scopes: wanted }
}
