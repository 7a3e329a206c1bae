import { Hono } from 'hono'
import { ApiError } from '../contract/api-error.ts'
import { InOrder } from '../contract/order.ts'
import { listOf } from '../contract/paging.ts'
import { InPayment, Payment, PaymentListQuery, PayOrderRequest } from '../contract/payment.ts'
import type { Worker } from '../context.ts'
import { describeRoute } from '../middleware/describe-route.ts'
import { idempotent } from '../middleware/idempotency.ts'
import { signedIn } from '../middleware/signed-in.ts'
import { validate } from '../middleware/validate.ts'
import { confirmPayment } from './refresh-payment.ts'
import { getPayment } from './get-payment.ts'
import { listPayments } from './list-payments.ts'
import { payOrder } from './pay-order.ts'

const tag = 'Payments'

/** Paying an order, mounted at /v1/profile/orders/{order_id}/payments. */
export const orderPaymentsV1 = new Hono<Worker>()
  .post(
    '/',
    describeRoute({
      summary: 'Pay an order. A second call answers the live or finished payment.',
      tag,
      caller: 'customer',
      takesKey: true,
      answers: { 201: Payment, 200: Payment },
      errors: [
        'payment_failed',
        'state_conflict',
        'quote_stale',
        'hold_expired',
        'already_started',
        'waiver_required',
        'balance_due',
        'offline_not_available',
        'email_not_verified',
        'feature_disabled',
        'option_not_on_sale',
        'program_not_accepting_orders',
        'coupon_max_redemptions',
        'coupon_customer_limit',
        'coupon_first_time_only',
      ],
    }),
    signedIn,
    validate('param', InOrder),
    validate('json', PayOrderRequest),
    idempotent,
    async (c) => {
      const { order_id } = c.req.valid('param')
      const { order_id: named = order_id, ...input } = c.req.valid('json')
      if (named !== order_id) throw new ApiError('invalid_parameter', { param: 'order_id' })
      const paid = await payOrder(c.var.ctx, { ...input, order_id })
      return c.json(paid.payment, paid.isNew ? 201 : 200)
    },
  )
  .get(
    '/',
    describeRoute({
      summary: 'List the payments of an order.',
      tag,
      caller: 'customer',
      answers: { 200: listOf(Payment) },
    }),
    signedIn,
    validate('param', InOrder),
    validate('query', PaymentListQuery),
    async (c) => c.json(await listPayments(c.var.ctx, { ...c.req.valid('query'), ...c.req.valid('param') })),
  )
  .get(
    '/:payment_id',
    describeRoute({ summary: 'Read one payment of an order.', tag, caller: 'customer', answers: { 200: Payment } }),
    signedIn,
    validate('param', InPayment),
    async (c) => c.json(await getPayment(c.var.ctx, c.req.valid('param'))),
  )
  .post(
    '/:payment_id/confirm',
    describeRoute({
      summary: 'Ask the provider how a payment stands, after the bank step.',
      tag,
      caller: 'customer',
      takesKey: true,
      answers: { 200: Payment },
    }),
    signedIn,
    validate('param', InPayment),
    idempotent,
    async (c) => c.json(await confirmPayment(c.var.ctx, c.req.valid('param'))),
  )
export type OrderPaymentsV1 = typeof orderPaymentsV1
