import { Hono } from 'hono'
import { InOrder, InOrderItem, Order } from '../../contract/money/order.ts'
import {
  ChangeItemRequest,
  CreateProductOrderRequest,
  ProductItemInput,
  QuoteRequest,
} from '../../contract/money/order-v2.ts'
import type { Worker } from '../../platform/context.ts'
import { addItemDescription, openCartDescription, quoteDescription } from './cart-call-descriptions.ts'
import { describeRoute } from '../../platform/middleware/describe-route.ts'
import { idempotent } from '../../platform/middleware/idempotency.ts'
import { signedIn } from '../../platform/middleware/signed-in.ts'
import { validate } from '../../platform/middleware/validate.ts'
import { changeItem } from './change-item.ts'
import { addProduct, orderProducts } from './order-products.ts'
import { quoteOrder } from './quote-order.ts'

const tag = 'Orders'
const customer = 'customer' as const

/**
 * The calls that only version 2 has, mounted at /v2/profile/orders: items are named by product, and the quote takes a
 * body. The order itself is the same in both versions.
 */
export const ordersV2 = new Hono<Worker>()
  .post(
    '/',
    describeRoute({ ...openCartDescription, errors: [...openCartDescription.errors, 'required'] }),
    signedIn,
    validate('json', CreateProductOrderRequest),
    idempotent,
    async (c) => c.json(await orderProducts(c.var.ctx, c.req.valid('json')), 201),
  )
  .post(
    '/:order_id/quote',
    describeRoute(quoteDescription),
    signedIn,
    validate('param', InOrder),
    validate('json', QuoteRequest),
    idempotent,
    async (c) => c.json(await quoteOrder(c.var.ctx, { ...c.req.valid('json'), ...c.req.valid('param') }), 200),
  )
  .post(
    '/:order_id/items',
    describeRoute({ ...addItemDescription, errors: [...addItemDescription.errors, 'required'] }),
    signedIn,
    validate('param', InOrder),
    validate('json', ProductItemInput),
    idempotent,
    async (c) => c.json(await addProduct(c.var.ctx, { ...c.req.valid('param'), item: c.req.valid('json') }), 201),
  )
  .put(
    '/:order_id/items/:item_id',
    describeRoute({
      summary: 'Change a line of a cart',
      tag,
      caller: customer,
      answers: { 200: Order },
      errors: [
        'already_registered',
        'already_started',
        'attendee_dob_required',
        'attendee_too_old',
        'attendee_too_young',
        'gender_not_eligible',
        'hold_expired',
        'invalid_integer',
        'membership_required',
        'option_not_on_sale',
        'payment_in_progress',
        'sale_ended',
        'sale_not_started',
        'sold_out',
        'state_conflict',
        'transition_not_allowed',
      ],
    }),
    signedIn,
    validate('param', InOrderItem),
    validate('json', ChangeItemRequest),
    async (c) => c.json(await changeItem(c.var.ctx, { ...c.req.valid('param'), ...c.req.valid('json') }), 200),
  )
