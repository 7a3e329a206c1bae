import type { Context } from 'hono'
import { createMiddleware } from 'hono/factory'
import { oauthClient } from '../identity/oauth-clients.ts'
import { ApiError } from '../../contract/api-error.ts'
import type { Worker } from '../context.ts'
import { identifyClient } from './organiser-client.ts'

/** Rejects an unidentified client before anything else runs, because a stored response belongs to one client. */
export const requireTokenClient = createMiddleware<Worker>(async (c, next) => {
  await tokenClient(c)
  await next()
})

/**
 * The client that requests a token, or null. A client with a secret sends it as Basic credentials, a public one only its
 * `client_id` (RFC 6749, 2.3).
 */
export async function tokenClient(c: Context<Worker>): Promise<string | null> {
  const sent = JSON.parse(await c.req.text()) as { client_id?: string | null } | null
  const id = sent?.client_id || null
  const isBasic = /^Basic /i.test(c.req.header('Authorization') ?? '')
  if (!isBasic && id === null) return null
  const basic = isBasic ? await identifyClient(c) : null
  const client = oauthClient(c.env, basic?.client_id ?? id ?? '')
  const isProven = isBasic ? basic !== null && (id === null || id === basic.client_id) : client?.isPublic === true
  if (client && isProven) return client.client_id
  if (isBasic) c.header('WWW-Authenticate', 'Basic')
  throw new ApiError('not_authenticated', { param: 'client_id' })
}
