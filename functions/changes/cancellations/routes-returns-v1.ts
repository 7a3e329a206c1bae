import { Hono } from 'hono'
import { ItemReturn, ReturnItemRequest } from '../../contract/changes/item-return.ts'
import { InOrderItem } from '../../contract/money/order.ts'
import type { Worker } from '../../platform/context.ts'
import { describeRoute } from '../../platform/middleware/describe-route.ts'
import { idempotent } from '../../platform/middleware/idempotency.ts'
import { signedIn } from '../../platform/middleware/signed-in.ts'
import { validate } from '../../platform/middleware/validate.ts'
import { previewReturn, returnItem } from './return-item.ts'

const tag = 'Orders'

/** Returns of store products, mounted at /v1/profile/orders. */
export const itemReturnsV1 = new Hono<Worker>()
  .get(
    '/:order_id/items/:item_id/return',
    describeRoute({
      summary: 'What giving a thing of the store back would bring now',
      tag,
      caller: 'customer',
      answers: { 200: ItemReturn },
    }),
    signedIn,
    validate('param', InOrderItem),
    async (c) => c.json(await previewReturn(c.var.ctx, c.req.valid('param')), 200),
  )
  .post(
    '/:order_id/items/:item_id/return',
    describeRoute({
      summary: 'Give a thing of the store back: the money returns by itself, or is asked of the organisation',
      tag,
      caller: 'customer',
      takesKey: true,
      answers: { 201: ItemReturn },
      errors: ['refund_not_allowed', 'credit_partly_used', 'quote_stale', 'state_conflict', 'invalid_option'],
    }),
    signedIn,
    validate('param', InOrderItem),
    validate('json', ReturnItemRequest),
    idempotent,
    async (c) => c.json(await returnItem(c.var.ctx, { ...c.req.valid('json'), ...c.req.valid('param') }), 201),
  )
