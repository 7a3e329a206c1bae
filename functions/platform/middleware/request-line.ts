import { createMiddleware } from 'hono/factory'
import type { Worker } from '../context.ts'
import { logLine, withRequestId } from '../log-line.ts'
import type { Context } from 'hono'
import { matchedRoutes } from 'hono/route'

/** Reads are not logged unless they fail or take this long. */
const slowMs = 500

/** One line for every request that writes, fails or is slow: method, pattern of the address, status, time. Calls of the development tools have none. */
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

// The page router's pattern: the handler's would be '/*' for every page.
function pageRoute(state: { routeData?: { route?: string } } | undefined): string | null {
  return state?.routeData?.route ?? null
}

/** The pattern of the address that a request met, as the code has it: the last without a star, because what stands around it has one. */
export function routeOf(c: Context<Worker>): string {
  const patterns = matchedRoutes(c).map(({ path }) => path)
  return patterns.findLast((path) => !path.includes('*')) ?? patterns.findLast((path) => path !== '/*') ?? '/*'
}
