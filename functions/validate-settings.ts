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
/** Minimum time between two log lines about wrong settings, in ms. */
const betweenLinesMs = minuteMs
let loggedAt = Number.NEGATIVE_INFINITY

/** Sets the bindings. A site with wrong settings answers 503, and its log and `/api/health` name the remedy. */
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

/** True when work outside requests, such as scheduled tasks, may run; otherwise logs the reason. */
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
