import { ApiError } from '../contract/api-error.ts'
import { errorSentence } from '../contract/sentences/sentence.ts'
import { Order, type Order as WireOrder } from '../contract/order.ts'
import type { CustomerContext } from '../context.ts'
import { getOrder } from '../orders/get-order.ts'
import { cancelOrder } from './cancel-order.ts'

/** PUT orders/{id}: a customer may only ask for `status: cancelled`. Fields an order has are ignored, others are refused. */
export async function changeOrder(
  ctx: CustomerContext,
  input: { order_id: string; changes: Record<string, unknown> & { status?: string | undefined } },
): Promise<WireOrder> {
  const [unknown] = Object.keys(input.changes).filter((field) => !(field in Order.shape))
  const { status } = input.changes
  if (!unknown && status === 'cancelled') return cancelOrder(ctx, { order_id: input.order_id })
  const order = await getOrder(ctx, { order_id: input.order_id })

  if (unknown)
    throw new ApiError('unknown_parameter', {
      param: unknown,
      errors: [
        { type: 'unknown_parameter', param: unknown, message: errorSentence('unknown_parameter', ctx.language) },
      ],
    })
  if (status === undefined || status === order.status) return order
  throw new ApiError('transition_not_allowed', { param: order.status })
}
