import { createMiddleware } from 'hono/factory'
import type { Worker } from '../context.ts'
import { logLine, withRequestId } from '../log-line.ts'
import type { Context } from 'hono'
import { matchedRoutes } from 'hono/route'

/** The log has reads only when they fail or take longer than this. */
const slowMs = 500

/**
 * Logs each request that writes, fails or is slow: method, route pattern, status, time. Calls of the development tools
 * are not logged.
 */
export const requestLine = createMiddleware<Worker>((c, next) =>
  withRequestId(async () => {
    const startedAt = Date.now()
    await next()
    if (DEVELOPMENT_TOOLS && c.req.path.startsWith('/dev/')) return
    const { method } = c.req
    const [{ status }, ms] = [c.res, Date.now() - startedAt]
    if ((method === 'GET' || method === 'HEAD') && status < 400 && ms < slowMs) return
    const level = status >= 500 ? 'error' : ms >= slowMs ? 'warn' : 'info'
    logLine('request', { method, route: pageRoute(c.get('fetchState' as never)) ?? routeOf(c), status, ms }, { level })
  }),
)

// The page router's pattern, because Hono's own would be '/*' for every page.
function pageRoute(state: { routeData?: { route?: string } } | undefined): string | null {
  return state?.routeData?.route ?? null
}

/** The route pattern of a request: the last one without a star, because patterns with a star belong to middleware. */
export function routeOf(c: Context<Worker>): string {
  const patterns = matchedRoutes(c).map(({ path }) => path)
  return patterns.findLast((path) => !path.includes('*')) ?? patterns.findLast((path) => path !== '/*') ?? '/*'
}
