import { createMiddleware } from 'hono/factory'
import { ApiError } from '../../contract/api-error.ts'
import type { Worker } from '../context.ts'
import { errorResponse } from './error-response.ts'

const loopback = /^(?:localhost|127\.0\.0\.1|\[::1\])$/

/** Rejects a request for another host with 421. A local build also accepts every loopback name. */
export const validateHost = createMiddleware<Worker>(async (c, next) => {
  if (c.req.url.startsWith(`${c.env.SITE_ORIGIN}/`)) return next()
  const input = new URL(c.req.url)
  const own = new URL(c.env.SITE_ORIGIN)
  const isOurs =
    input.host === own.host || (DEVELOPMENT_TOOLS && loopback.test(input.hostname) && input.port === own.port)
  if (isOurs) return next()
  if (input.pathname.startsWith('/api/')) return errorResponse(new ApiError('wrong_host'), c)
  return c.text('This isn’t the address of this site.\n', 421, { 'Cache-Control': 'no-store' })
})
