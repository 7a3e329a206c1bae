import { createMiddleware } from 'hono/factory'
import type { Worker } from '../context.ts'

const loopback = /^(?:localhost|127\.0\.0\.1|\[::1\])$/

/** A request for a host that is not ours is 421 and nothing more (reliability.md A-25). A local build also answers every loopback name. */
export const rightHost = createMiddleware<Worker>(async (c, next) => {
  const asked = new URL(c.req.url)
  const own = new URL(c.env.SITE_ORIGIN)
  const isOurs = asked.host === own.host || (ENVIRONMENT === 'local' && loopback.test(asked.hostname) && asked.port === own.port)
  if (!isOurs) return c.text('This is not the address of this site.\n', 421)
  return next()
})
