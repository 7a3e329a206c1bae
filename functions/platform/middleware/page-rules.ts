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
    return address !== null && findSitePage(address) ? redirectWithoutSlash(c.req.url) : next()
  }
  if (!page) return next()
  c.header('Allow', page.takesForm ? 'GET, HEAD, POST' : 'GET, HEAD')
  return errorResponse(new ApiError('method_not_allowed'), c)
})

/** The path without its trailing slash, or null when it has none. */
export const withoutLastSlash = (path: string): string | null =>
  path.length > 1 && path.endsWith('/') ? path.slice(0, -1) : null

/**
 * Redirects to the same URL without the trailing slash of its path. The origin is written out, so that no path can name
 * another host, and the path stays percent-encoded, because a header holds no other characters.
 */
export function redirectWithoutSlash(from: string): Response {
  const { origin, pathname, search } = new URL(from)
  return new Response(null, { status: 308, headers: { Location: `${origin}${pathname.slice(0, -1)}${search}` } })
}
