import { Hono } from 'hono'
import { ApplyDiscountRequest, Discount } from '../../contract/money/discount.ts'
import {
  DiscountListQuery,
  InOrder,
  InOrderDiscount,
  InOrderItem,
  ItemListQuery,
  Order,
  OrderItem,
  OrderListQuery,
  OrderQuery,
} from '../../contract/money/order.ts'
import { listOf } from '../../contract/paging.ts'
import type { Worker } from '../../platform/context.ts'
import { describeRoute } from '../../platform/middleware/describe-route.ts'
import { idempotentByLoad } from '../../platform/middleware/idempotency.ts'
import { signedIn } from '../../platform/middleware/signed-in.ts'
import { validate } from '../../platform/middleware/validate.ts'
import { applyDiscount } from './apply-discount.ts'
import { deleteOrder } from './delete-order.ts'
import { getOrder } from './get-order.ts'
import { listDiscounts } from './list-discounts.ts'
import { getItem, listItems } from './list-items.ts'
import { listOrders } from './list-orders.ts'
import { removeDiscount } from './remove-discount.ts'
import { removeItem } from './remove-item.ts'

const tag = 'Orders'
const customer = 'customer' as const

/** The order calls that are the same in version 1 and version 2. */
export const ordersOfBothVersions = new Hono<Worker>()
  .get(
    '/',
    describeRoute({ summary: 'Your orders', tag, caller: customer, answers: { 200: listOf(Order) } }),
    signedIn,
    validate('query', OrderListQuery),
    async (c) => c.json(await listOrders(c.var.ctx, c.req.valid('query')), 200),
  )
  .get(
    '/:order_id',
    describeRoute({
      summary: 'One order, whole',
      tag,
      caller: customer,
      answers: { 200: Order },
      errors: ['currency_not_supported'],
    }),
    signedIn,
    validate('param', InOrder),
    validate('query', OrderQuery),
    async (c) => c.json(await getOrder(c.var.ctx, { ...c.req.valid('query'), ...c.req.valid('param') }), 200),
  )
  .delete(
    '/:order_id',
    describeRoute({
      summary: 'Remove a cart',
      tag,
      caller: customer,
      answers: { 204: null },
      errors: ['state_conflict'],
    }),
    signedIn,
    validate('param', InOrder),
    async (c) => {
      await deleteOrder(c.var.ctx, c.req.valid('param'))
      return c.body(null, 204)
    },
  )
  .get(
    '/:order_id/items',
    describeRoute({ summary: 'The lines of an order', tag, caller: customer, answers: { 200: listOf(OrderItem) } }),
    signedIn,
    validate('param', InOrder),
    validate('query', ItemListQuery),
    async (c) => c.json(await listItems(c.var.ctx, { ...c.req.valid('query'), ...c.req.valid('param') }), 200),
  )
  .get(
    '/:order_id/items/:item_id',
    describeRoute({ summary: 'One line of an order', tag, caller: customer, answers: { 200: OrderItem } }),
    signedIn,
    validate('param', InOrderItem),
    async (c) => c.json(await getItem(c.var.ctx, c.req.valid('param')), 200),
  )
  .delete(
    '/:order_id/items/:item_id',
    describeRoute({
      summary: 'Take a line out of a cart',
      tag,
      caller: customer,
      answers: { 200: Order },
      errors: ['state_conflict', 'payment_in_progress'],
    }),
    signedIn,
    validate('param', InOrderItem),
    async (c) => c.json(await removeItem(c.var.ctx, c.req.valid('param')), 200),
  )
  .post(
    '/:order_id/discounts',
    describeRoute({
      summary: 'Enter a code',
      tag,
      caller: customer,
      takesKey: true,
      answers: { 201: Discount },
      errors: [
        'coupon_not_found',
        'coupon_not_started',
        'coupon_expired',
        'coupon_max_redemptions',
        'coupon_customer_limit',
        'coupon_first_time_only',
        'coupon_minimum_amount',
        'coupon_minimum_items',
        'coupon_membership_required',
        'coupon_not_applicable',
        'coupon_already_applied',
        'coupon_replaced',
        'coupon_currency_mismatch',
        'state_conflict',
        'payment_in_progress',
        'feature_disabled',
      ],
    }),
    signedIn,
    validate('param', InOrder),
    validate('json', ApplyDiscountRequest),
    idempotentByLoad,
    async (c) => c.json(await applyDiscount(c.var.ctx, { ...c.req.valid('param'), ...c.req.valid('json') }), 201),
  )
  .get(
    '/:order_id/discounts',
    describeRoute({ summary: 'The discounts of an order', tag, caller: customer, answers: { 200: listOf(Discount) } }),
    signedIn,
    validate('param', InOrder),
    validate('query', DiscountListQuery),
    async (c) => c.json(await listDiscounts(c.var.ctx, { ...c.req.valid('query'), ...c.req.valid('param') }), 200),
  )
  .delete(
    '/:order_id/discounts/:discount_id',
    describeRoute({
      summary: 'Take a code off a cart',
      tag,
      caller: customer,
      answers: { 200: Order },
      errors: ['state_conflict', 'payment_in_progress', 'transition_not_allowed'],
    }),
    signedIn,
    validate('param', InOrderDiscount),
    async (c) => c.json(await removeDiscount(c.var.ctx, c.req.valid('param')), 200),
  )
