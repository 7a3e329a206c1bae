import * as z from 'zod/mini'
import { code, Day, Id } from '../field-rules.ts'
import { largestQuantity } from '../limits.ts'
import { CreateOrderRequest, QuoteQuery } from './order.ts'

const quantity = z
  .int()
  .check(z.minimum(1, code('invalid_integer')), z.maximum(largestQuantity, code('invalid_integer')))
const item = {
  order_id: z.optional(Id),
  quantity: z._default(quantity, 1),
  parent_id: z.nullish(Id),
  product_id: z.nullish(Id),
  product_variation_id: z.nullish(Id),
  source: z.nullish(Id),
  attendee_profile_id: z.nullish(Id),
  start_date: z.nullish(Day),
}

/**
 * An item as version 2 adds it: by product (`product_id` and `product_variation_id`), by `source`, or by both. For a
 * place, the event is the product and its option the variation.
 */
export const ProductItemInput = z.strictObject(item)
export type ProductItemInput = z.infer<typeof ProductItemInput>

/** Body of POST v2 orders. */
export const CreateProductOrderRequest = z.strictObject({
  program_id: CreateOrderRequest.shape.program_id,
  customer_profile_id: CreateOrderRequest.shape.customer_profile_id,
  timezone: CreateOrderRequest.shape.timezone,
  items: z.optional(z.array(ProductItemInput).check(z.maxLength(50))),
})
export type CreateProductOrderRequest = z.infer<typeof CreateProductOrderRequest>

/** Body of PUT v2 orders/{id}/items/{id}: absent fields keep their value. */
export const ChangeItemRequest = z.strictObject({
  quantity: z.optional(quantity),
  product_variation_id: z.optional(Id),
})
export type ChangeItemRequest = z.infer<typeof ChangeItemRequest>

/** Body of POST v2 orders/{id}/quote. */
export const QuoteRequest = z.strictObject({
  country: QuoteQuery.shape.country,
  currency: QuoteQuery.shape.currency,
  checkout_method: QuoteQuery.shape.checkout_method,
  use_account_balance: z.optional(z.boolean()),
})
