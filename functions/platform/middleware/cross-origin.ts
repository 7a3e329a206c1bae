import { createMiddleware } from 'hono/factory'
import { ApiError } from '../../contract/api-error.ts'
import type { Worker } from '../context.ts'

/** A write that a browser sends from another site is refused. Programs send no Origin. */
export const crossOrigin = createMiddleware<Worker>(async (c, next) => {
  if (c.req.method !== 'GET' && c.req.method !== 'HEAD' && !isSameOrigin(c.req.raw, c.env.SITE_ORIGIN))
    throw new ApiError('cross_origin')
  await next()
})

/** Whether a browser's request comes from this site; a request that names neither Origin nor Sec-Fetch-Site comes from a machine. */
export function isSameOrigin(request: Request, siteOrigin: string): boolean {
  const origin = request.headers.get('Origin')
  const site = request.headers.get('Sec-Fetch-Site')
  if (site !== null && site !== 'same-origin' && site !== 'none') return false
  return origin === null || origin === siteOrigin || origin === new URL(request.url).origin
}
