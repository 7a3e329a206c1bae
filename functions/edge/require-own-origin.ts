import { createMiddleware } from 'hono/factory'
import { ApiError } from '../contract/api-error.ts'
import type { Worker } from '../platform/context.ts'
import { isSameOrigin } from '../platform/middleware/cross-origin.ts'

const programId = /^[a-z0-9][a-z0-9-]{1,62}$/

/** Accepts posts from this site's pages only. An address that cannot be a program's is left to the 404 page. */
export const requireOwnOrigin = createMiddleware<Worker>(async (c, next) => {
  if (!isSameOrigin(c.req.raw, c.env.SITE_ORIGIN)) throw new ApiError('cross_origin')
  const input = c.req.param('program_id')
  if (input !== undefined && !programId.test(input)) throw new ApiError('not_found')
  await next()
})
