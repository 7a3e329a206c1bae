import { Hono } from 'hono'
import { Calendar, InOrder } from '../contract/order.ts'
import type { Worker } from '../context.ts'
import { describeRoute } from '../middleware/describe-route.ts'
import { signedIn } from '../middleware/signed-in.ts'
import { validate } from '../middleware/validate.ts'
import { getCalendar } from './find-calendar.ts'

/** What a paid order gives, mounted at /v1/profile/orders. */
export const orderFulfilmentV1 = new Hono<Worker>().get(
  '/:order_id/calendar',
  describeRoute({
    summary: 'The address of an order’s calendar file.',
    tag: 'Orders',
    caller: 'customer',
    answers: { 200: Calendar },
  }),
  signedIn,
  validate('param', InOrder),
  async (c) => c.json(await getCalendar(c.var.ctx, c.req.valid('param'))),
)
