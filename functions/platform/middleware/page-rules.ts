import { createMiddleware } from 'hono/factory'
import { ApiError } from '../../contract/api-error.ts'
import { findSitePage } from '../../contract/site-pages.ts'
import type { Worker } from '../context.ts'
import { errorResponse } from './error-response.ts'

/** Redirects a page's URL with a trailing slash, and rejects methods other than reads; forms are handled earlier. */
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

/** The path without its trailing slash, or null when it has none. */
export const withoutLastSlash = (path: string): string | null =>
  path.length > 1 && path.endsWith('/') ? path.slice(0, -1) : null

/** Redirects within this site, with its origin written out, so that no path can name another host. */
export function sendOn(from: string, path: string): Response {
  const { origin, search } = new URL(from)
  return new Response(null, { status: 308, headers: { Location: `${origin}${path}${search}` } })
}
