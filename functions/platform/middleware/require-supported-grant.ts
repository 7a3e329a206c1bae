import { createMiddleware } from 'hono/factory'
import { ApiError } from '../../contract/api-error.ts'
import type { Worker } from '../context.ts'

const supported = ['refresh_token', 'authorization_code']

/** Rejects an unsupported grant before its fields are validated, because the fields depend on the grant. */
export const requireSupportedGrant = createMiddleware<Worker>(async (c, next) => {
  const grant = grantOf(await c.req.text())
  if (typeof grant === 'string' && !supported.includes(grant))
    throw new ApiError('invalid_parameter', { param: 'grant_type' })
  await next()
})

function grantOf(text: string): unknown {
  try {
    return (JSON.parse(text) as { grant_type?: unknown } | null)?.grant_type
  } catch {
    // The validator reports the error of this request.
    return undefined
  }
}
