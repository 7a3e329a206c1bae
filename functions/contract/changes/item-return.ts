import * as z from 'zod/mini'
import { Money } from '../amount.ts'
import { refundDestinations } from '../booking/registration.ts'
import { CancelOrderRequest } from '../money/order.ts'
import { RefundRequest } from '../money/refund.ts'

/** The refund for returning a store product, and its deadline. `result` is as in `Registration.cancellation`. */
export const ItemReturn = z.strictObject({
  object: z.literal('item_return'),
  order_id: z.string(),
  item_id: z.string(),
  result: z.enum(['automatic', 'request', 'not_possible']),
  amount: Money,
  discount_lost: Money,
  until: z.nullable(z.string()),
  destinations: z.array(z.enum(refundDestinations)),
  refund_request: z.nullable(RefundRequest),
})
export type ItemReturn = z.infer<typeof ItemReturn>

/** Body of POST …/items/{item_id}/return: the amount that was shown and the refund destination. */
export const ReturnItemRequest = z.strictObject({
  expected_amount: CancelOrderRequest.shape.expected_amount,
  destination: CancelOrderRequest.shape.destination,
})
export type ReturnItemRequest = z.infer<typeof ReturnItemRequest>
