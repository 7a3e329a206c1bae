import { createHmac, timingSafeEqual } from 'node:crypto'
import { createMiddleware } from 'hono/factory'
import { signingKeys } from '../identity/signing-keys.ts'
import { ApiError } from '../../contract/api-error.ts'
import type { CustomerContext, CustomerWorker } from '../context.ts'

/** The header that a call may bring, and that an answer hands out. */
export const csrfHeader = 'X-CSRF-Token'

/** The token of the caller's session: nothing is kept of it. */
export function csrfTokenOf({ env, actor }: CustomerContext): string {
  const [{ secret }] = signingKeys(env)
  return createHmac('sha256', secret).update(`csrf:${actor.user_id}:${actor.session_id}`).digest('base64url')
}

/** A call may bring the token of its session: one that brings another is refused. One that brings none is held by its bearer alone. */
export const csrfToken = createMiddleware<CustomerWorker>(async (c, next) => {
  const given = c.req.header(csrfHeader)
  if (given !== undefined && !isSame(given, csrfTokenOf(c.var.ctx))) throw new ApiError('cross_origin')
  await next()
})

const isSame = (a: string, b: string) => a.length === b.length && timingSafeEqual(Buffer.from(a), Buffer.from(b))
