import { createMiddleware } from 'hono/factory'
import { minuteMs } from './contract/limits.ts'
import { ApiError } from './contract/api-error.ts'
import { ownBindings } from './own-bindings.ts'
import type { Bindings, Worker } from './platform/context.ts'
import { wrongSettings } from './platform/health/health-rules.ts'
import { logLine } from './platform/log-line.ts'
import { errorResponse } from './platform/middleware/error-response.ts'
import { hostFault } from './setting-faults.ts'

const tryAgainSeconds = 60
/** The shortest time between two such lines of the log, in ms. */
const betweenLinesMs = minuteMs
let loggedAt = Number.NEGATIVE_INFINITY

/** Puts the bindings there; a site whose settings are wrong answers 503, and says in its log and to `/api/health` what to do. */
export const validateSettings = createMiddleware<Worker>(async (c, next) => {
  if (!c.env.deliver) Object.assign(c.env, ownBindings(c.env))
  const own = c.env.settingFaults ?? []
  const faults = own.length > 0 ? own : hostFault(c.env, new URL(c.req.url).hostname)
  if (faults.length === 0) return next()
  logSettings(faults)
  c.header('Cache-Control', 'no-store')
  const { pathname } = new URL(c.req.url)
  if (pathname === '/api/health') return c.json(wrongSettings(faults), 503)
  if (pathname.startsWith('/api/'))
    return errorResponse(new ApiError('unavailable', { retryAfterSeconds: tryAgainSeconds }), c)
  return c.text('This site is not set up yet. Please try again later.\n', 503, {
    'Retry-After': String(tryAgainSeconds),
  })
})

/** Whether what is no request, such as the clock, may run; says in the log why not. */
export function hasRightSettings({ settingFaults: faults = [] }: Bindings): boolean {
  if (faults.length > 0) logSettings(faults)
  return faults.length === 0
}

function logSettings(faults: readonly string[]): void {
  const now = Date.now()
  if (now - loggedAt < betweenLinesMs) return
  loggedAt = now
  logLine('settings_failed', { settings: [...faults] })
}
