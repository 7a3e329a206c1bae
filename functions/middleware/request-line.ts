import { createMiddleware } from 'hono/factory'
import type { Worker } from '../context.ts'
import { logLine } from '../log-line.ts'
import { underRequestId } from '../request-id.ts'
import { routeOf } from './route-of.ts'

/** A read that went well is worth a line when it took this long. */
const slowMs = 500

/** One line for every request that writes, fails or takes long: method, pattern of the address, status, time. The local helpers' own calls are not worth one. */
export const requestLine = createMiddleware<Worker>((c, next) =>
  underRequestId(async () => {
    const startedAt = Date.now()
    await next()
    if (ENVIRONMENT === 'local' && c.req.path.startsWith('/dev/')) return
    const { method } = c.req
    const [{ status }, ms] = [c.res, Date.now() - startedAt]
    if ((method === 'GET' || method === 'HEAD') && status < 400 && ms < slowMs) return
    logLine('request', { method, route: pageRoute(c.get('fetchState' as never)) ?? routeOf(c), status, ms })
  }),
)

// What the page router found; the pattern of the handler would be '/*' for every page.
function pageRoute(found: { routeData?: { route?: string } } | undefined): string | null {
  return found?.routeData?.route ?? null
}
