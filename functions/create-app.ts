import { Hono } from 'hono'
import type { Worker } from './platform/context.ts'
import { errorResponse } from './platform/middleware/error-response.ts'
import { requestLine } from './platform/middleware/request-line.ts'
import { validateHost } from './platform/middleware/validate-host.ts'
import { securityHeaders } from './platform/middleware/security-headers.ts'
import { pageCache } from './page-cache.ts'
import { validateSettings } from './validate-settings.ts'

/** The middleware of every response, for pages and calls: cache, log line, headers, host check, bindings. */
export function createApp(): Hono<Worker> {
  const app = new Hono<Worker>().onError(errorResponse)
  app.use(pageCache)
  app.use(requestLine)
  app.use(securityHeaders)
  app.use(validateSettings)
  app.use(validateHost)
  return app
}
