import { Hono } from 'hono'
import { ApiError } from '../../contract/api-error.ts'
import { InOrder } from '../../contract/money/order.ts'
import { PaymentSource } from '../../contract/people/customer.ts'
import { InProgram } from '../../contract/people/account.ts'
import {
  AttachSourceRequest,
  CardSetup,
  InPaymentMethod,
  SetUpCardRequest,
} from '../../contract/money/payment-method.ts'
import { listOf } from '../../contract/paging.ts'
import {
  InPayment,
  Payment,
  PaymentListQuery,
  PayInstalmentsRequest,
  PayOrderRequest,
} from '../../contract/money/payment.ts'
import type { Worker } from '../../platform/context.ts'
import { describeRoute } from '../../platform/middleware/describe-route.ts'
import { idempotent } from '../../platform/middleware/idempotency.ts'
import { signedIn } from '../../platform/middleware/signed-in.ts'
import { validate } from '../../platform/middleware/validate.ts'
import { attachSource, setUpCard } from './attach-source.ts'
import { detachSource, setDefaultSource } from './stored-sources.ts'
import { confirmPayment } from './refresh-payment.ts'
import { getPayment } from './get-payment.ts'
import { listPayments } from './list-payments.ts'
import { payInstalments } from './pay-instalments.ts'
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
        'invalid_amount',
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

const describeChange = (summary: string) =>
  describeRoute({
    summary,
    tag,
    caller: 'customer',
    takesKey: true,
    answers: { 200: PaymentSource },
    errors: ['state_conflict'],
  })

/**
 * The cards that a customer has stored with a program, mounted at /v1/profile/programs/{program_id}/payment_methods.
 */
export const paymentMethodsV1 = new Hono<Worker>()
  .post(
    '/setup',
    describeRoute({
      summary:
        'Open the attempt to store a card: what the provider’s card form needs, or the provider’s own page. Asked again, the same attempt.',
      tag,
      caller: 'customer',
      takesKey: true,
      answers: { 200: CardSetup },
      errors: ['email_not_verified', 'feature_disabled', 'too_many_requests', 'out_of_range', 'unavailable'],
    }),
    signedIn,
    validate('param', InProgram),
    validate('json', SetUpCardRequest),
    idempotent,
    async (c) => c.json(await setUpCard(c.var.ctx, { ...c.req.valid('json'), ...c.req.valid('param') })),
  )
  .post(
    '/:source_id/attach',
    describeRoute({
      summary: 'Store a card. 202 where the bank asks first: afterwards the same call tells how it ended.',
      tag,
      caller: 'customer',
      takesKey: true,
      answers: { 201: PaymentSource, 200: PaymentSource, 202: CardSetup },
      errors: [
        'payment_failed',
        'email_not_verified',
        'feature_disabled',
        'request_in_progress',
        'too_many_requests',
        'out_of_range',
        'unavailable',
      ],
    }),
    signedIn,
    validate('param', InPaymentMethod),
    validate('json', AttachSourceRequest),
    idempotent,
    async (c) => {
      const param = c.req.valid('param')
      const { source_id: named = param.source_id, ...how } = c.req.valid('json')
      if (named !== param.source_id) throw new ApiError('invalid_parameter', { param: 'source_id' })
      const attached = await attachSource(c.var.ctx, { ...param, ...how })
      if (attached.type === 'waiting') return c.json(attached.setup, 202)
      return c.json(attached.source, attached.isNew ? 201 : 200)
    },
  )
  .post(
    '/:source_id/detach',
    describeChange('Remove a stored card, here and at the provider.'),
    signedIn,
    validate('param', InPaymentMethod),
    idempotent,
    async (c) => c.json(await detachSource(c.var.ctx, c.req.valid('param'))),
  )
  .post(
    '/:source_id/set_default',
    describeChange('Make a stored card the default.'),
    signedIn,
    validate('param', InPaymentMethod),
    idempotent,
    async (c) => c.json(await setDefaultSource(c.var.ctx, c.req.valid('param'))),
  )

export type OrderPaymentsV1 = typeof orderPaymentsV1

/** Paying instalments of an order early, mounted at /v1/profile/orders/{order_id}/instalments. */
export const orderInstalmentsV1 = new Hono<Worker>().post(
  '/pay',
  describeRoute({
    summary:
      'Pay one part of an order that is paid in parts, or all that are left. A second call answers the live or finished payment.',
    tag,
    caller: 'customer',
    takesKey: true,
    answers: { 201: Payment, 200: Payment },
    errors: ['payment_failed', 'payment_in_progress', 'state_conflict', 'email_not_verified', 'feature_disabled'],
  }),
  signedIn,
  validate('param', InOrder),
  validate('json', PayInstalmentsRequest),
  idempotent,
  async (c) => {
    const { order_id } = c.req.valid('param')
    const { order_id: named = order_id, ...input } = c.req.valid('json')
    if (named !== order_id) throw new ApiError('invalid_parameter', { param: 'order_id' })
    const paid = await payInstalments(c.var.ctx, { ...input, order_id })
    return c.json(paid.payment, paid.isNew ? 201 : 200)
  },
)
