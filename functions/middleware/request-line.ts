import { createMiddleware } from 'hono/factory'
import type { Worker } from '../context.ts'
import { logLine } from '../log-line.ts'
import { requestId, underRequestId } from '../request-id.ts'
import { routeOf } from './route-of.ts'

/** One line a request: method, pattern of the address, status, time. The local helpers' own calls are not worth one. */
export const requestLine = createMiddleware<Worker>((c, next) =>
  underRequestId(async () => {
    const startedAt = Date.now()
    await next()
    c.header('X-Request-Id', requestId())
    if (ENVIRONMENT === 'local' && c.req.path.startsWith('/dev/')) return
    const { method } = c.req
    logLine('request', { method, route: pageRoute(c.get('fetchState' as never)) ?? routeOf(c), status: c.res.status, ms: Date.now() - startedAt })
  }),
)

// What the page router found; the pattern of the handler would be '/*' for every page.
function pageRoute(found: { routeData?: { route?: string } } | undefined): string | null {
  return found?.routeData?.route ?? null
}
