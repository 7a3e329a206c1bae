import type { Delegation } from '../../platform/actor.ts'
import type { Token } from '../../contract/people/account.ts'
import type { Bindings, Ctx } from '../../platform/context.ts'
import type { Statement } from '../../platform/database/database.ts'
import { accessTokenSeconds, signAccessToken, signIdToken } from '../../platform/identity/access-token.ts'
import { hashOfToken, newRefreshToken } from './refresh-token.ts'
import { insertSession, type SessionProof } from './session-rows.ts'

export type SessionOwner = {
  user_id: string
  customer_id: string
  email: string
  is_email_verified: boolean
  first_name: string
  last_name: string
  language: string
}

/** A session for a customer who signed in, or for a client they authorized: the statements, and the Token to return. */
export async function startSession(
  ctx: Ctx,
  owner: SessionOwner,
  { delegation, ...proof }: { delegation?: Delegation } & Partial<SessionProof> = {},
): Promise<{ session_id: string; writes: Statement[]; token: Token }> {
  const session_id = ctx.newId('ses')
  const refreshToken = newRefreshToken()
  const writes = insertSession(ctx, {
    id: session_id,
    user_id: owner.user_id,
    hash: hashOfToken(refreshToken),
    delegation,
    proof: { isConfirmed: proof.isConfirmed ?? false, isShared: proof.isShared ?? false },
  })
  return {
    session_id,
    writes,
    token: await makeToken(
      ctx.env,
      { ...owner, session_id, ...(delegation ? { delegation } : {}) },
      { now: ctx.now, refreshToken },
    ),
  }
}

/** The Token of one session. */
export async function makeToken(
  env: Bindings,
  owner: SessionOwner & { session_id: string; delegation?: Delegation },
  input: { now: number; refreshToken: string },
): Promise<Token> {
  const [access_token, id_token] = await Promise.all([
    signAccessToken(env, owner, { now: input.now, language: owner.language }),
    signIdToken(env, { ...owner, id: owner.user_id }, input.now),
  ])
  return {
    access_token,
    refresh_token: input.refreshToken,
    id_token,
    token_type: 'Bearer',
    expires_in: accessTokenSeconds,
    ...(owner.delegation ? { scope: owner.delegation.scopes.join(' ') } : {}),
  }
}
