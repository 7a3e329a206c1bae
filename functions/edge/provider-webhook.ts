import { Hono } from 'hono'
import { provider } from '../platform/actor.ts'
import { ApiError } from '../contract/api-error.ts'
import type { Worker } from '../platform/context.ts'
import { makeContext, clockNow } from '../platform/make-context.ts'
import { paymentProvider } from '../platform/cards/choose.ts'
import { errorResponse } from '../platform/middleware/error-response.ts'
import { readLimitedBody } from '../platform/middleware/read-limited-body.ts'
import { takeReports } from '../money/payments/take-reports.ts'

/** What a report may have at most, in bytes: Stripe's are a few thousand. */
const largestReportBytes = 256 * 1024

/**
 * Reports of the card provider: `POST /webhooks/stripe`. The signature is checked over the bytes as they came, before
 * anything is read in them. 200 says that the report need not come again: it is kept, or it is about nothing of ours.
 */
export const providerWebhook = new Hono<Worker>().onError(errorResponse).post('/', async (c) => {
  const ctx = makeContext({ env: c.env, now: await clockNow(c.env), actor: provider })
  if (paymentProvider(ctx.env).name !== 'stripe') throw new ApiError('not_found')
  c.header('Cache-Control', 'no-store')
  const bytes = await readLimitedBody(c.req.raw, largestReportBytes)
  // A mark at its beginning was signed or was not: it is left in.
  const body = new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes)
  const report = await paymentProvider(ctx.env).parseWebhook({ body, headers: c.req.raw.headers, now: ctx.now })
  if (!report.ok) {
    ctx.log('webhook_refused', { reason: report.why })
    return c.json({ received: false, why: report.why }, 400)
  }
  await takeReports(ctx, report.events)
  const { outboxPriority } = ctx.request
  if (outboxPriority && c.env.deliver) c.executionCtx.waitUntil(c.env.deliver(c.env, outboxPriority))
  return c.json({ received: true })
})
