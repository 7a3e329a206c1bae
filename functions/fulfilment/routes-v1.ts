import { Hono } from 'hono'
import { Calendar, InOrder } from '../contract/order.ts'
import type { Worker } from '../context.ts'
import { describes } from '../middleware/describes.ts'
import { signedIn } from '../middleware/signed-in.ts'
import { valid } from '../middleware/validate.ts'
import { getCalendar } from './get-calendar.ts'

/** What a paid order gives, mounted at /v1/profile/orders. */
export const orderFulfilmentV1 = new Hono<Worker>().get(
  '/:order_id/calendar',
  describes({
    summary: 'The address of an order’s calendar file.',
    tag: 'Orders',
    caller: 'customer',
    answers: { 200: Calendar },
  }),
  signedIn,
  valid('param', InOrder),
  async (c) => c.json(await getCalendar(c.var.ctx, c.req.valid('param'))),
)
