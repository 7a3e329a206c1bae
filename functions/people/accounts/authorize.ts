import { randomBytes } from 'node:crypto'
import { ApiError } from '../../contract/api-error.ts'
import type { Authorization, AuthorizeRequest, Scope } from '../../contract/people/oauth.ts'
import type { Ctx, CustomerContext } from '../../platform/context.ts'
import { commit } from '../../platform/database/commit.ts'
import { checkAuthorization, readAuthorization, sendBack } from './authorization-request.ts'
import { insertAuthorizationCode, refuseClientSession } from './authorization-code-rows.ts'
import { oauthClient } from '../../platform/identity/oauth-clients.ts'
import { hashOfToken } from './refresh-token.ts'
import { requireUser } from './show-user.ts'

/** The redirect of an authorization request: to the consent page, or to another URL with an error. */
export type AuthorizationStart =
  | { needsConsent: true; page: string; client_id: string; redirect_uri: string; scopes: Scope[] }
  | { needsConsent: false; address: string }

/**
 * GET oauth/authorize: redirects to the consent page, to the client with an error, or, if the client or its redirect
 * URI is not trusted, to an error page.
 */
export function startAuthorization(
  ctx: Pick<Ctx, 'env' | 'siteOrigin'>,
  all: Record<string, string[]>,
): AuthorizationStart {
  const { query, isTwice } = readAuthorization(all)
  const answer = checkAuthorization(oauthClient(ctx.env, query.client_id ?? ''), query, isTwice)
  if (answer.kind === 'refuse')
    return { needsConsent: false, address: `${ctx.siteOrigin}/authorize?param=${answer.param}` }
  if (answer.kind === 'send_back')
    return { needsConsent: false, address: sendBack(query, { error: answer.error }, ctx.siteOrigin) }
  const { client, program_id, scopes } = answer
  const params = Object.entries({ ...query, program_id }).filter((pair): pair is [string, string] => Boolean(pair[1]))
  const path = `/pg/${program_id}/authorize?${new URLSearchParams(params)}`
  // The URL is carried through a log-in, which limits its length.
  if (path.length > 1800)
    return { needsConsent: false, address: sendBack(query, { error: 'invalid_request' }, ctx.siteOrigin) }
  return { needsConsent: true, page: path, client_id: client.client_id, redirect_uri: query.redirect_uri ?? '', scopes }
}

/** POST oauth/authorize: the customer's consent, which creates a code for the client, or their refusal. */
export async function authorize(ctx: CustomerContext, input: AuthorizeRequest): Promise<Authorization> {
  const { is_allowed, ...query } = input
  const answer = checkAuthorization(oauthClient(ctx.env, query.client_id ?? ''), query)
  if (answer.kind === 'refuse') throw new ApiError('invalid_parameter', { param: answer.param })
  const redirectTo = (to: Parameters<typeof sendBack>[1]): Authorization => ({
    object: 'authorization',
    redirect_to: sendBack(query, to, ctx.siteOrigin),
  })
  if (answer.kind === 'send_back') return redirectTo({ error: answer.error })
  if (!is_allowed) return redirectTo({ error: 'access_denied' })

  const { user } = await requireUser(ctx)
  const code = randomBytes(32).toString('base64url')
  await commit(ctx, [
    refuseClientSession(ctx),
    insertAuthorizationCode(ctx, {
      hash: hashOfToken(code),
      user_id: user.id,
      client_id: answer.client.client_id,
      redirect_uri: query.redirect_uri ?? '',
      code_challenge: query.code_challenge ?? '',
      allowed_in: ctx.actor.session_id,
      program_id: answer.program_id,
      scopes: answer.scopes.join(' '),
    }),
  ])
  return redirectTo({ code })
}
