import { cf } from '@astrojs/cloudflare/hono'
import { astro, getFetchState } from 'astro/hono'
import { Hono } from 'hono'
import { calls } from './api.ts'
import type { Worker } from './context.ts'
import { calendarFeed } from './edge/calendar-feed.ts'
import { crawlers } from './edge/crawlers.ts'
import { paymentReturnStatus } from './edge/payment-return.ts'
import { apiElsewhere } from './edge/api-elsewhere.ts'
import { programFileSchemaRoute } from './edge/program-file-schema.ts'
import { signInForms } from './edge/sign-in-forms.ts'
import { tokenCookie } from './edge/token-cookie.ts'
import { errorResponse } from './middleware/error-response.ts'
import { requestLine } from './middleware/request-line.ts'
import { rightHost } from './middleware/right-host.ts'
import { securityHeaders } from './middleware/security-headers.ts'
import { ownBindings } from './own-bindings.ts'
import { keepsPages, keptPage } from './page-cache.ts'
import { runScheduled } from './scheduled.ts'

const app = new Hono<Worker>().onError(errorResponse)
app.use(keepsPages)
app.use(requestLine)
app.use(securityHeaders)
app.use(rightHost)
app.use(async (c, next) => {
  if (!c.env.deliver) Object.assign(c.env, ownBindings(c.env))
  await next()
})
if (ENVIRONMENT === 'local') {
  // Imported inside, so that a production build leaves it out.
  app.all('/dev/*', async (c) => {
    const { devRoutes } = await import('./local/dev-routes.ts')
    return devRoutes.fetch(c.req.raw, c.env, c.executionCtx)
  })
}
app.get('/api/docs', cf(), astro())
app.use('/api/*', apiElsewhere)
app.route('/api', calls)
app.route('/calendar', calendarFeed).route('/confirm-payment', paymentReturnStatus)
app.route('/', signInForms).route('/', tokenCookie).route('/', crawlers).route('/', programFileSchemaRoute)
app.use(cf())
app.use(async (c, next) => {
  // A page is made whole before it is sent: a stream costs more, and one that fails half way has said 200.
  getFetchState(c).streaming = false
  await next()
})
app.use(astro())

export default {
  fetch: (request, env, executionCtx) => keptPage(request) ?? app.fetch(request, env, executionCtx),
  scheduled: async (_event, env) => runScheduled(ownBindings(env)),
} satisfies ExportedHandler<Env>
