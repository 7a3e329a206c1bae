import { Hono } from 'hono'
import { provider } from '../platform/actor.ts'
import { ApiError } from '../contract/api-error.ts'
import type { Worker } from '../platform/context.ts'
import { makeContext, clockNow } from '../platform/make-context.ts'
import { paymentProvider } from '../platform/cards/choose.ts'
import { errorResponse } from '../platform/middleware/error-response.ts'
import { readLimitedBody } from '../platform/middleware/read-limited-body.ts'
import { storeProviderEvents } from '../money/payments/store-provider-events.ts'

/** Maximum size of a webhook, in bytes: Stripe's have a few thousand. */
const largestReportBytes = 256 * 1024

/**
 * Webhooks of the card provider: `POST /webhooks/stripe`. Verifies the signature of the raw bytes before parsing. 200
 * means that no repeat is needed: the event is stored, or not about our data.
 */
export const providerWebhook = new Hono<Worker>().onError(errorResponse).post('/', async (c) => {
  const ctx = makeContext({ env: c.env, now: await clockNow(c.env), actor: provider })
  if (paymentProvider(ctx.env).name !== 'stripe') throw new ApiError('not_found')
  c.header('Cache-Control', 'no-store')
  const bytes = await readLimitedBody(c.req.raw, largestReportBytes)
  // A byte order mark is part of the signed bytes, so it is kept.
  const body = new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes)
  const report = await paymentProvider(ctx.env).parseWebhook({ body, headers: c.req.raw.headers, now: ctx.now })
  if (!report.ok) {
    ctx.log('webhook_refused', { reason: report.why })
    return c.json({ received: false, why: report.why }, 400)
  }
  await storeProviderEvents(ctx, report.events)
  const { outboxPriority } = ctx.request
  if (outboxPriority && c.env.deliver) c.executionCtx.waitUntil(c.env.deliver(c.env, outboxPriority))
  return c.json({ received: true })
})
