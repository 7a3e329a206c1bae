import { cf } from '@astrojs/cloudflare/hono'
import { astro, getFetchState } from 'astro/hono'
import type { Hono } from 'hono'
import { getPath } from 'hono/utils/url'
import type { Worker } from './platform/context.ts'
import { linkCodeLine } from './contract/money/link-code.ts'
import { calendarFeed } from './edge/calendar-feed.ts'
import { crawlers, programFileSchemaRoute } from './edge/crawlers.ts'
import { formRoutes } from './edge/forms/answer-form.ts'
import { forms } from './edge/forms/form-table.ts'
import { mailEvents } from './edge/mail-events.ts'
import { ownReads } from './edge/own-reads.ts'
import { paymentReturnStatus } from './edge/payment-return.ts'
import { picture } from './edge/picture.ts'
import { providerWebhook } from './edge/provider-webhook.ts'
import { tokenCookie } from './edge/token-cookie.ts'
import { uploadedFile } from './edge/uploaded-file.ts'
import { createApp } from './create-app.ts'
import { requestContext } from './platform/middleware/request-context.ts'
import { pageRules } from './platform/middleware/page-rules.ts'
import { ownBindings } from './own-bindings.ts'
import { hasRightSettings } from './validate-settings.ts'
import { answerThroughCache } from './page-cache.ts'

const pages = createApp()
if (DEVELOPMENT_TOOLS) {
  // The tools are imported here, so that a production build omits them.
  pages.all('/dev/*', async (c) => {
    const { devRoutes } = await import('./local/dev-routes.ts')
    return devRoutes.fetch(c.req.raw, c.env, c.executionCtx)
  })
}
pages
  .route('/calendar', calendarFeed)
  .route('/webhooks/mail', mailEvents)
  .route('/webhooks/stripe', providerWebhook)
  .route('/confirm-payment', paymentReturnStatus)
pages
  .route('/', formRoutes(forms))
  .route('/', ownReads)
  .route('/', tokenCookie)
  .route('/', crawlers)
  .route('/', programFileSchemaRoute)
  .route('/', picture)
  .route('/', uploadedFile)
pages.all('/pg/:program_id/unsubscribe', requestContext, async (c, next) => {
  const { answerUnsubscribe } = await import('./edge/unsubscribe-page.ts')
  return (await answerUnsubscribe(c)) ?? next()
})
pages.all('/pg/:program_id/feedback', requestContext, async (c, next) => {
  const { answerFeedback } = await import('./edge/feedback-page.ts')
  return (await answerFeedback(c)) ?? next()
})
pages.all('/pg/:program_id/complete', requestContext, async (c, next) => {
  const { answerCompletion } = await import('./edge/completion-page.ts')
  return (await answerCompletion(c)) ?? next()
})
pages.all('/pg/:program_id/join', requestContext, async (c, next) => {
  const { answerJoin } = await import('./edge/join-page.ts')
  return (await answerJoin(c)) ?? next()
})
pages.use(pageRules)
pages.use(cf())
pages.use(async (c, next) => {
  // A page is complete before it is sent. A stream costs more, and a stream that fails half way has already sent 200.
  getFetchState(c).streaming = false
  await next()
})
pages.use(astro())

/** Whether the API answers this request; the page that describes the API does not count. */
function isApiRequest(request: Request): boolean {
  const path = getPath(request)
  return (path === '/api' || path.startsWith('/api/')) && !/^\/api\/docs\/?$/.test(path)
}

let apiApp: Hono<Worker> | null = null

/** The API. Loaded with the first call, because an isolate that only shows pages needs none of its schemas. */
async function createApiApp(): Promise<Hono<Worker>> {
  const { calls } = await import('./api.ts')
  return createApp().route('/api', calls)
}

async function handleRequest(
  request: Request,
  env: Worker['Bindings'],
  executionCtx: ExecutionContext,
): Promise<Response> {
  if (!isApiRequest(request)) return pages.fetch(request, env, executionCtx)
  apiApp ??= await createApiApp()
  return apiApp.fetch(request, env, executionCtx)
}

/** A page whose URL has a discount code also sets its cookie. The page itself has no code, so it may be cached. */
async function withLinkCode(
  request: Request,
  { SITE_ORIGIN }: Pick<Worker['Bindings'], 'SITE_ORIGIN'>,
  page: Promise<Response>,
): Promise<Response> {
  const isMarked = request.method === 'GET' && request.url.includes('discount=')
  const line = isMarked ? linkCodeLine(request.url, SITE_ORIGIN.startsWith('https:')) : null
  const response = await page
  if (line === null || response.status >= 400) return response
  const marked = new Response(response.body, response)
  marked.headers.append('Set-Cookie', line)
  return marked
}

export default {
  fetch: (request, env, executionCtx) =>
    withLinkCode(
      request,
      env,
      answerThroughCache(request, (readable) => handleRequest(readable, env as Worker['Bindings'], executionCtx)),
    ),
  email: async (message, env) => {
    const own = ownBindings(env)
    if (!hasRightSettings(own)) return message.setReject('This site is not set up yet.')
    const { takeReturnedMessage } = await import('./returned-message.ts')
    await takeReturnedMessage(message, own)
  },
  scheduled: async (_event, env) => {
    const own = ownBindings(env)
    if (!hasRightSettings(own)) return
    const { runScheduled } = await import('./scheduled.ts')
    await runScheduled(own)
  },
} satisfies ExportedHandler<Env>
