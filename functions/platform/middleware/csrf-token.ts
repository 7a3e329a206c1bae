import { createHmac, timingSafeEqual } from 'node:crypto'
import { createMiddleware } from 'hono/factory'
import { signingKeys } from '../identity/signing-keys.ts'
import { ApiError } from '../../contract/api-error.ts'
import type { CustomerContext, CustomerWorker } from '../context.ts'

/** The name of an optional request header, which is also set on responses. */
export const csrfHeader = 'X-CSRF-Token'

/** The CSRF token of the caller's session, derived and not stored. */
export function csrfTokenOf({ env, actor }: CustomerContext): string {
  const [{ secret }] = signingKeys(env)
  return createHmac('sha256', secret).update(`csrf:${actor.user_id}:${actor.session_id}`).digest('base64url')
}

/** Rejects a wrong CSRF token. A call without one is authenticated by its access token alone. */
export const csrfToken = createMiddleware<CustomerWorker>(async (c, next) => {
  const token = c.req.header(csrfHeader)
  if (token !== undefined && !isSame(token, csrfTokenOf(c.var.ctx))) throw new ApiError('cross_origin')
  await next()
})

const isSame = (a: string, b: string) => a.length === b.length && timingSafeEqual(Buffer.from(a), Buffer.from(b))
