import { createMiddleware } from 'hono/factory'
import type { ErrorBody, ErrorType } from '../../contract/api-error.ts'
import type { Worker } from '../context.ts'

const grants: ErrorType[] = ['not_authenticated', 'token_expired', 'token_reused', 'token_invalid', 'account_inactive']

/** Adds the OAuth 2 fields `error` and `error_description` to the error object. */
export const oauthErrors = createMiddleware<Worker>(async (c, next) => {
  await next()
  if (c.res.status < 400) return
  const body = (await c.res.json()) as ErrorBody
  const headers = new Headers(c.res.headers)
  headers.delete('Content-Length')
  c.res = new Response(JSON.stringify({ ...body, error: oauthError(body), error_description: body.message }), {
    status: c.res.status,
    headers,
  })
})

function oauthError({ code, type, param }: ErrorBody): string {
  if (type === 'not_authenticated' && param === 'client_id') return 'invalid_client'
  if (grants.includes(type as ErrorType)) return 'invalid_grant'
  if (param === 'scope') return 'invalid_scope'
  if (param === 'grant_type') return 'unsupported_grant_type'
  if (code === 429 || code === 503) return 'temporarily_unavailable'
  return code >= 500 ? 'server_error' : 'invalid_request'
}
