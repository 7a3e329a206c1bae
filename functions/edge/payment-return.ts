import { type Context, Hono } from 'hono'
import { PaymentReturnQuery } from '../contract/money/payment.ts'
import type { Ctx, Worker } from '../platform/context.ts'
import { makeContext, clockNow } from '../platform/make-context.ts'
import { errorResponse } from '../platform/middleware/error-response.ts'
import { continueToBank, paymentReturn } from '../money/payments/payment-return.ts'

/**
 * For customers returning from the bank by the signed URL `?program_id&order_id&payment_id&t`: the payment's status
 * (`GET /confirm-payment/status`), and the redirect to the bank from a mail (`GET /confirm-payment/continue`).
 */
export const paymentReturnStatus = new Hono<Worker>()
  .onError(errorResponse)
  .get('/status', async (c) => c.json(await answered(c, paymentReturn)))
  .get('/continue', async (c) => {
    const address = await answered(c, continueToBank)
    // Without a valid token the page explains the next step.
    return c.redirect(
      address ?? `/confirm-payment?${new URLSearchParams(PaymentReturnQuery.parse(c.req.query()))}`,
      303,
    )
  })

async function answered<Answer>(
  c: Context<Worker>,
  verb: (ctx: Ctx, input: PaymentReturnQuery) => Promise<Answer>,
): Promise<Answer> {
  const ctx = makeContext({ env: c.env, now: await clockNow(c.env) })
  c.set('ctx', ctx)
  c.header('Cache-Control', 'no-store')
  c.header('Referrer-Policy', 'no-referrer')
  const answer = await verb(ctx, PaymentReturnQuery.parse(c.req.query()))
  const { outboxPriority } = ctx.request
  if (outboxPriority && c.env.deliver) c.executionCtx.waitUntil(c.env.deliver(c.env, outboxPriority))
  return answer
}
