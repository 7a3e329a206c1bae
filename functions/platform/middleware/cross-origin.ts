import { createMiddleware } from 'hono/factory'
import { ApiError } from '../../contract/api-error.ts'
import type { Worker } from '../context.ts'

/** Rejects a write that a browser sends from another site. Programs send no Origin. */
export const crossOrigin = createMiddleware<Worker>(async (c, next) => {
  if (c.req.method !== 'GET' && c.req.method !== 'HEAD' && !isSameOrigin(c.req.raw, c.env.SITE_ORIGIN))
    throw new ApiError('cross_origin')
  await next()
})

/** True for a browser's request from this site, and for a program's request without Origin and Sec-Fetch-Site. */
export function isSameOrigin(request: Request, siteOrigin: string): boolean {
  const origin = request.headers.get('Origin')
  const site = request.headers.get('Sec-Fetch-Site')
  if (site !== null && site !== 'same-origin' && site !== 'none') return false
  return origin === null || origin === siteOrigin || origin === new URL(request.url).origin
}
