import { Hono } from 'hono'
import { clockNow } from '../clock.ts'
import { PaymentReturnQuery } from '../contract/payment.ts'
import { makeContext, type Worker } from '../context.ts'
import { errorResponse } from '../middleware/error-response.ts'
import { paymentReturn } from '../payments/payment-return.ts'

/** How a payment stands, for the page the bank sends customers back to: `GET /confirm-payment/status?program_id&order_id&payment_id&t`. */
export const paymentReturnStatus = new Hono<Worker>().onError(errorResponse).get('/status', async (c) => {
  const ctx = makeContext({ env: c.env, now: await clockNow(c.env) })
  c.set('ctx', ctx)
  c.header('Cache-Control', 'no-store')
  c.header('Referrer-Policy', 'no-referrer')
  const answer = await paymentReturn(ctx, PaymentReturnQuery.parse(c.req.query()))
  const { outboxPriority } = ctx.request
  if (outboxPriority && c.env.deliver) c.executionCtx.waitUntil(c.env.deliver(c.env, outboxPriority))
  return c.json(answer)
})
