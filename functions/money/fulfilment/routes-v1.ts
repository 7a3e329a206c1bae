import { Hono } from 'hono'
import { Calendar, FamilyCalendar, InOrder, MailReceiptRequest } from '../../contract/money/order.ts'
import { Done } from '../../contract/people/account.ts'
import type { Worker } from '../../platform/context.ts'
import { describeRoute } from '../../platform/middleware/describe-route.ts'
import { idempotent } from '../../platform/middleware/idempotency.ts'
import { signedIn } from '../../platform/middleware/signed-in.ts'
import { validate } from '../../platform/middleware/validate.ts'
import { getFamilyCalendar, renewFamilyCalendar } from './family-calendar.ts'
import { getCalendar, renewCalendar } from './find-calendar.ts'
import { sendReceipt } from './send-receipt.ts'

const tag = 'Orders'
const caller = 'customer'

/** The calendar of a paid order, mounted at /v1/profile/orders. */
export const orderFulfilmentV1 = new Hono<Worker>()
  .get(
    '/:order_id/calendar',
    describeRoute({ summary: 'The address of an order’s calendar file.', tag, caller, answers: { 200: Calendar } }),
    signedIn,
    validate('param', InOrder),
    async (c) => c.json(await getCalendar(c.var.ctx, c.req.valid('param'))),
  )
  .post(
    '/:order_id/calendar',
    describeRoute({
      summary: 'A new address for an order’s calendar file; the one before is not found any more.',
      tag,
      caller,
      takesKey: true,
      answers: { 200: Calendar },
    }),
    signedIn,
    validate('param', InOrder),
    idempotent,
    async (c) => c.json(await renewCalendar(c.var.ctx, c.req.valid('param')), 200),
  )

/** A copy of a receipt by mail, mounted at /v1/profile/orders. */
export const receiptMailsV1 = new Hono<Worker>().post(
  '/:order_id/mail_receipt',
  describeRoute({
    summary: 'Mail a receipt or a credit note to the customer again, at most once an hour.',
    tag,
    caller,
    takesKey: true,
    answers: { 200: Done },
    errors: ['state_conflict'],
  }),
  signedIn,
  validate('param', InOrder),
  validate('json', MailReceiptRequest),
  idempotent,
  async (c) => c.json(await sendReceipt(c.var.ctx, { ...c.req.valid('json'), ...c.req.valid('param') }), 200),
)

/** The calendar of all bookings of a family, mounted at /v1/profile/calendar. */
export const familyCalendarV1 = new Hono<Worker>()
  .get(
    '/',
    describeRoute({
      summary: 'The address of the calendar with all your family’s bookings.',
      tag: 'Customer',
      caller,
      answers: { 200: FamilyCalendar },
    }),
    signedIn,
    async (c) => c.json(await getFamilyCalendar(c.var.ctx)),
  )
  .post(
    '/',
    describeRoute({
      summary: 'A new address for your family’s calendar; the one before is not found any more.',
      tag: 'Customer',
      caller,
      takesKey: true,
      answers: { 200: FamilyCalendar },
    }),
    signedIn,
    idempotent,
    async (c) => c.json(await renewFamilyCalendar(c.var.ctx), 200),
  )
