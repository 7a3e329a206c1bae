import { createMiddleware } from 'hono/factory'
import { ApiError } from '../../contract/api-error.ts'
import { findSitePage } from '../../contract/site-pages.ts'
import type { Worker } from '../context.ts'
import { errorResponse } from './error-response.ts'

/** How the address of a page is used: it ends without a slash, and it is read; what a form sends has been answered before. */
export const pageRules = createMiddleware<Worker>(async (c, next) => {
  const { path, method } = c.req
  const page = findSitePage(path)
  if (method === 'GET' || method === 'HEAD') {
    const address = withoutLastSlash(path)
    return address !== null && findSitePage(address) ? sendOn(c.req.url, address) : next()
  }
  if (!page) return next()
  c.header('Allow', page.takesForm ? 'GET, HEAD, POST' : 'GET, HEAD')
  return errorResponse(new ApiError('method_not_allowed'), c)
})

/** The address without the slash at its end, null where there is none. */
export const withoutLastSlash = (path: string): string | null =>
  path.length > 1 && path.endsWith('/') ? path.slice(0, -1) : null

/** To an address of this site: its origin is written out, so that no path can name another host. */
export function sendOn(from: string, path: string): Response {
  const { origin, search } = new URL(from)
  return new Response(null, { status: 308, headers: { Location: `${origin}${path}${search}` } })
}
