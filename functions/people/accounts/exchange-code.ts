import { createHash, timingSafeEqual } from 'node:crypto'
import type { Token } from '../../contract/people/account.ts'
import { scopesIn } from '../../contract/people/oauth.ts'
import { ApiError } from '../../contract/api-error.ts'
import type { Ctx } from '../../platform/context.ts'
import { commit } from '../../platform/database/commit.ts'
import { guard } from '../../platform/database/guard.ts'
import { retryOnConflict } from '../../platform/database/retry-on-conflict.ts'
import { type AuthorizationCodeRow, findAuthorizationCode, useAuthorizationCode } from './authorization-code-rows.ts'
import { hashOfToken } from './refresh-token.ts'
import { endSession } from './session-rows.ts'
import { startSession } from './start-session.ts'
import { findUserById } from './user-rows.ts'

type CodeGrant = {
  code?: string | null | undefined
  redirect_uri?: string | null | undefined
  code_verifier?: string | null | undefined
}

/**
 * POST oauth/token with a code: a session for the client that requested it. Reusing a code ends the session it was
 * exchanged for.
 */
export async function exchangeCode(ctx: Ctx, client_id: string, input: CodeGrant): Promise<Token> {
  for (const param of ['code', 'redirect_uri', 'code_verifier'] as const)
    if (!input[param]) throw new ApiError('required', { param })

  // A concurrent request has used the code: the retry detects that.
  return retryOnConflict(async () => {
    const [row] = await findAuthorizationCode(ctx, hashOfToken(input.code ?? ''))
    if (!row || row.code.client_id !== client_id) throw new ApiError('token_invalid', { param: 'code' })
    const { code, allower_ended_at } = row
    if (code.session_id !== null) {
      await commit(ctx, [endSession(ctx, code.session_id, 'code_reused')])
      ctx.log('authorization_code_reused', { session_id: code.session_id })
      throw new ApiError('token_invalid', { param: 'code' })
    }
    const { program_id, scopes } = code
    if (!isOfRequest(code, input) || code.expires_at < ctx.now || allower_ended_at !== null || program_id === null)
      throw new ApiError('token_invalid', { param: 'code' })
    const [account] = await findUserById(ctx, code.user_id)
    if (!account?.user.is_active) throw new ApiError('account_inactive')

    const { user, customer_id } = account
    const session = await startSession(
      ctx,
      { ...user, user_id: user.id, customer_id },
      { delegation: { client_id, program_id, scopes: scopesIn(scopes ?? '') } },
    )
    await commit(ctx, [
      useAuthorizationCode(ctx, code.hash, session.session_id),
      guard(ctx.db, 'state'),
      ...session.writes,
    ])
    return session.token
  })
}

/** Whether the exchange belongs to the request: the same redirect URI, and the verifier of its challenge (RFC 7636). */
function isOfRequest(code: AuthorizationCodeRow['code'], { redirect_uri, code_verifier }: CodeGrant): boolean {
  if (code.redirect_uri !== redirect_uri || !/^[\w.~-]{43,128}$/.test(code_verifier ?? '')) return false
  const challenge = createHash('sha256')
    .update(code_verifier ?? '')
    .digest('base64url')
  return timingSafeEqual(Buffer.from(challenge), Buffer.from(code.code_challenge))
}
