import { Hono } from 'hono'
import type { Worker } from './context.ts'
import { errorResponse } from './middleware/error-response.ts'
import { requestLine } from './middleware/request-line.ts'
import { rightHost } from './middleware/right-host.ts'
import { securityHeaders } from './middleware/security-headers.ts'
import { ownBindings } from './own-bindings.ts'
import { keepsPages } from './page-cache.ts'

/** What stands around every answer of the worker, be it a page or a call: what is kept, the log line, headers, host, bindings. */
export function framed(): Hono<Worker> {
  const app = new Hono<Worker>().onError(errorResponse)
  app.use(keepsPages)
  app.use(requestLine)
  app.use(securityHeaders)
  app.use(rightHost)
  app.use(async (c, next) => {
    if (!c.env.deliver) Object.assign(c.env, ownBindings(c.env))
    await next()
  })
  return app
}
