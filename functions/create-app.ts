import { Hono } from 'hono'
import type { Worker } from './context.ts'
import { errorResponse } from './middleware/error-response.ts'
import { requestLine } from './middleware/request-line.ts'
import { validateHost } from './middleware/validate-host.ts'
import { securityHeaders } from './middleware/security-headers.ts'
import { ownBindings } from './own-bindings.ts'
import { pageCache } from './page-cache.ts'

/** What stands around every answer of the worker, be it a page or a call: what is kept, the log line, headers, host, bindings. */
export function createApp(): Hono<Worker> {
  const app = new Hono<Worker>().onError(errorResponse)
  app.use(pageCache)
  app.use(requestLine)
  app.use(securityHeaders)
  app.use(validateHost)
  app.use(async (c, next) => {
    if (!c.env.deliver) Object.assign(c.env, ownBindings(c.env))
    await next()
  })
  return app
}
