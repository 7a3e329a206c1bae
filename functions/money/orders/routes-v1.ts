import { Hono } from 'hono'
import { ChangeAppointmentRequest } from '../../contract/booking/appointment-registration.ts'
import { CreateOrderRequest, InOrder, Order, OrderItemInput, QuoteQuery } from '../../contract/money/order.ts'
import { InRegistration, Registration } from '../../contract/booking/registration.ts'
import type { Worker } from '../../platform/context.ts'
import { addItemDescription, openCartDescription, quoteDescription } from './cart-call-descriptions.ts'
import { describeRoute } from '../../platform/middleware/describe-route.ts'
import { idempotent } from '../../platform/middleware/idempotency.ts'
import { signedIn } from '../../platform/middleware/signed-in.ts'
import { validate } from '../../platform/middleware/validate.ts'
import { addItem } from './add-item.ts'
import { changeAppointment } from './change-appointment.ts'
import { createOrder } from './create-order.ts'
import { extendHold } from './extend-hold.ts'
import { quoteOrder } from './quote-order.ts'

const tag = 'Orders'
const customer = 'customer' as const

/**
 * The calls that only version 1 has, mounted at /v1/profile/orders. Other rooms mount cancelling, PUT and payments
 * there.
 */
export const ordersV1 = new Hono<Worker>()
  .post(
    '/',
    describeRoute(openCartDescription),
    signedIn,
    validate('json', CreateOrderRequest),
    idempotent,
    async (c) => c.json(await createOrder(c.var.ctx, c.req.valid('json')), 201),
  )
  .post(
    '/:order_id/quote',
    describeRoute(quoteDescription),
    signedIn,
    validate('param', InOrder),
    validate('query', QuoteQuery),
    idempotent,
    async (c) => c.json(await quoteOrder(c.var.ctx, { ...c.req.valid('query'), ...c.req.valid('param') }), 200),
  )
  .post(
    '/:order_id/hold',
    describeRoute({
      summary: 'Ten minutes more, once',
      tag,
      caller: customer,
      takesKey: true,
      answers: { 200: Order },
      errors: ['hold_expired', 'state_conflict'],
    }),
    signedIn,
    validate('param', InOrder),
    idempotent,
    async (c) => c.json(await extendHold(c.var.ctx, c.req.valid('param')), 200),
  )
  .post(
    '/:order_id/items',
    describeRoute(addItemDescription),
    signedIn,
    validate('param', InOrder),
    validate('json', OrderItemInput),
    idempotent,
    async (c) => c.json(await addItem(c.var.ctx, { ...c.req.valid('param'), item: c.req.valid('json') }), 201),
  )

/** Mounted at /v1/profile/appointments after the cancellations, which handle `PUT {status: cancelled}`. */
export const appointmentChangesV1 = new Hono<Worker>().put(
  '/:registration_id',
  describeRoute({
    summary: 'Move an appointment to another time, or change its answers',
    tag: 'Registrations',
    caller: customer,
    answers: { 200: Registration },
    errors: [
      'slot_taken',
      'option_not_on_sale',
      'attendee_conflict',
      'hold_expired',
      'already_started',
      'transition_not_allowed',
      'state_conflict',
      'waiver_required',
    ],
  }),
  signedIn,
  validate('param', InRegistration),
  validate('json', ChangeAppointmentRequest),
  async (c) => c.json(await changeAppointment(c.var.ctx, { ...c.req.valid('json'), ...c.req.valid('param') }), 200),
)
