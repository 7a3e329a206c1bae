import { Hono } from 'hono'
import { createMiddleware } from 'hono/factory'
import { ApiError } from '../contract/api-error.ts'
import { CancelOrderRequest, InOrder, Order, UpdateOrderRequest } from '../contract/order.ts'
import {
  CancelRegistrationRequest,
  InRegistration,
  Registration,
  UpdateRegistrationRequest,
} from '../contract/registration.ts'
import type { CustomerWorker, Worker } from '../context.ts'
import { describeRoute } from '../middleware/describe-route.ts'
import { idempotent } from '../middleware/idempotency.ts'
import { signedIn } from '../middleware/signed-in.ts'
import { validate } from '../middleware/validate.ts'
import { cancelOrder } from './cancel-order.ts'
import { cancelRegistration } from './cancel-registration.ts'
import { changeOrder } from './change-order.ts'

const errors = [
  'already_started',
  'cancellation_not_allowed',
  'payment_in_progress',
  'quote_stale',
  'state_conflict',
  'required',
  'invalid_option',
] as const

/** `PUT registrations/{id}` with `status: cancelled` is the same act as cancelling; every other change goes on to its own subject. */
const cancelWhenAsked = createMiddleware<CustomerWorker>(async (c, next) => {
  const input = await c.req.json<{ id?: unknown; status?: unknown } | null>().catch(() => null)
  if (input?.status !== 'cancelled') return next()
  const { registration_id } = InRegistration.parse(c.req.param())
  if ((input.id ?? registration_id) !== registration_id) throw new ApiError('invalid_parameter', { param: 'id' })
  c.res = c.json(await cancelRegistration(c.var.ctx, { registration_id }))
})

/** Mounted at /v1/profile/registrations, before the registrations' own calls. */
export const registrationCancellationsV1 = new Hono<Worker>()
  .post(
    '/:registration_id/cancel',
    describeRoute({
      summary: 'Cancel a registration. A second call answers the cancelled one.',
      tag: 'Registrations',
      caller: 'customer',
      takesKey: true,
      answers: { 200: Registration },
      errors: [...errors],
    }),
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
    cancelWhenAsked,
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
