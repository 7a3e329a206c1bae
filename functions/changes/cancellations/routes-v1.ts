import { Hono } from 'hono'
import { createMiddleware } from 'hono/factory'
import { ApiError } from '../../contract/api-error.ts'
import { ChangeAppointmentRequest } from '../../contract/booking/appointment-registration.ts'
import { CancelOrderRequest, InOrder, Order, UpdateOrderRequest } from '../../contract/money/order.ts'
import {
  CancelRegistrationRequest,
  InRegistration,
  Registration,
  UpdateRegistrationRequest,
} from '../../contract/booking/registration.ts'
import {
  InRefundRequest,
  RefundOrderRequest,
  RefundPreview,
  RefundPreviewQuery,
  RefundRequest,
  WithdrawRefundRequest,
} from '../../contract/money/refund.ts'
import type { CustomerWorker, Worker } from '../../platform/context.ts'
import { describeRoute } from '../../platform/middleware/describe-route.ts'
import { idempotent } from '../../platform/middleware/idempotency.ts'
import { signedIn } from '../../platform/middleware/signed-in.ts'
import { validate } from '../../platform/middleware/validate.ts'
import { cancelOrder } from './cancel-order.ts'
import { cancelAppointment, cancelRegistration } from './cancel-registration.ts'
import { changeOrder } from './change-order.ts'
import { refundOrder } from './refund-order.ts'
import { previewRefund } from './refund-preview.ts'
import { getRefundRequest } from '../../money/refunds/show-refund-request.ts'
import { withdrawRefund } from '../../money/refunds/withdraw-refund-request.ts'

const errors = [
  'already_started',
  'cancellation_not_allowed',
  'payment_in_progress',
  'quote_stale',
  'state_conflict',
  'required',
  'invalid_option',
] as const

/** `PUT registrations/{id}` with `status: cancelled` cancels; every other change is passed to the next routes. */
const cancelByStatus = createMiddleware<CustomerWorker>(async (c, next) => {
  const input = await c.req.json<{ id?: unknown; status?: unknown } | null>().catch(() => null)
  if (input?.status !== 'cancelled') return next()
  const { registration_id } = InRegistration.parse(c.req.param())
  if ((input.id ?? registration_id) !== registration_id) throw new ApiError('invalid_parameter', { param: 'id' })
  c.res = c.json(await cancelRegistration(c.var.ctx, { registration_id }))
})

const describeCancellation = (summary: string) =>
  describeRoute({
    summary,
    tag: 'Registrations',
    caller: 'customer',
    takesKey: true,
    answers: { 200: Registration },
    errors: [...errors],
  })

/** Mounted at /v1/profile/registrations, before the registrations' own calls. */
export const registrationCancellationsV1 = new Hono<Worker>()
  .post(
    '/:registration_id/cancel',
    describeCancellation('Cancel a registration. A second call answers the cancelled one.'),
    signedIn,
    validate('param', InRegistration),
    validate('json', CancelRegistrationRequest),
    idempotent,
    async (c) => c.json(await cancelRegistration(c.var.ctx, { ...c.req.valid('json'), ...c.req.valid('param') })),
  )
  .put(
    '/:registration_id',
    signedIn,
    validate('param', InRegistration),
    validate('json', UpdateRegistrationRequest),
    cancelByStatus,
  )

/** Mounted at /v1/profile/appointments, before the orders' and the registrations' own calls. */
export const appointmentCancellationsV1 = new Hono<Worker>()
  .post(
    '/:registration_id/cancel',
    describeCancellation('Cancel an appointment. A second call answers the cancelled one.'),
    signedIn,
    validate('param', InRegistration),
    validate('json', CancelRegistrationRequest),
    idempotent,
    async (c) => c.json(await cancelAppointment(c.var.ctx, { ...c.req.valid('json'), ...c.req.valid('param') })),
  )
  .put(
    '/:registration_id',
    signedIn,
    validate('param', InRegistration),
    validate('json', ChangeAppointmentRequest),
    cancelByStatus,
  )

/** Mounted at /v1/profile/orders. */
export const orderCancellationsV1 = new Hono<Worker>()
  .post(
    '/:order_id/cancel',
    describeRoute({
      summary: 'Cancel an order. A second call answers the cancelled one.',
      tag: 'Orders',
      caller: 'customer',
      takesKey: true,
      answers: { 200: Order },
      errors: [...errors, 'unavailable'],
    }),
    signedIn,
    validate('param', InOrder),
    validate('json', CancelOrderRequest),
    idempotent,
    async (c) => c.json(await cancelOrder(c.var.ctx, { ...c.req.valid('json'), ...c.req.valid('param') })),
  )
  .put(
    '/:order_id',
    describeRoute({
      summary: 'Change an order: only `status: cancelled` is a customer’s to ask.',
      tag: 'Orders',
      caller: 'customer',
      answers: { 200: Order },
      errors: [...errors, 'transition_not_allowed', 'unknown_parameter'],
    }),
    signedIn,
    validate('param', InOrder),
    validate('json', UpdateOrderRequest),
    async (c) => c.json(await changeOrder(c.var.ctx, { ...c.req.valid('param'), changes: c.req.valid('json') })),
  )

/** Mounted at /v1/profile/orders. */
export const orderRefundsV1 = new Hono<Worker>()
  .get(
    '/:order_id/refund',
    describeRoute({
      summary: 'What asking for a refund would bring back now, and the requests there were',
      tag: 'Orders',
      caller: 'customer',
      answers: { 200: RefundPreview },
    }),
    signedIn,
    validate('param', InOrder),
    validate('query', RefundPreviewQuery),
    async (c) => c.json(await previewRefund(c.var.ctx, { ...c.req.valid('param'), ...c.req.valid('query') }), 200),
  )
  .post(
    '/:order_id/refund',
    describeRoute({
      summary: 'Give up places for a refund: by itself where the policy gives it, else asked of the organisation',
      tag: 'Orders',
      caller: 'customer',
      takesKey: true,
      answers: { 201: RefundRequest },
      errors: [...errors, 'refund_not_allowed'],
    }),
    signedIn,
    validate('param', InOrder),
    validate('json', RefundOrderRequest),
    idempotent,
    async (c) => {
      const { order_id } = c.req.valid('param')
      const body = c.req.valid('json')
      if ((body.order_id ?? order_id) !== order_id) throw new ApiError('invalid_parameter', { param: 'order_id' })
      return c.json(await refundOrder(c.var.ctx, { ...body, order_id }), 201)
    },
  )
  .get(
    '/:order_id/refund/:refund_request_id',
    describeRoute({
      summary: 'One of your requests for a refund',
      tag: 'Orders',
      caller: 'customer',
      answers: { 200: RefundRequest },
    }),
    signedIn,
    validate('param', InRefundRequest),
    async (c) => c.json(await getRefundRequest(c.var.ctx, c.req.valid('param')), 200),
  )
  .post(
    '/:order_id/refund/withdraw',
    describeRoute({
      summary: 'Take back a request for a refund. A second call answers the withdrawn one.',
      tag: 'Orders',
      caller: 'customer',
      takesKey: true,
      answers: { 200: RefundRequest },
      errors: ['state_conflict'],
    }),
    signedIn,
    validate('param', InOrder),
    validate('json', WithdrawRefundRequest),
    idempotent,
    async (c) => c.json(await withdrawRefund(c.var.ctx, { ...c.req.valid('json'), ...c.req.valid('param') }), 200),
  )
