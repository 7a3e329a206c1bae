import { ApiError } from '../../contract/api-error.ts'
import type { Order as WireOrder, UpdateOrderRequest } from '../../contract/money/order.ts'
import type { CustomerContext } from '../../platform/context.ts'
import { getOrder } from '../../money/orders/get-order.ts'
import { cancelOrder } from './cancel-order.ts'

/**
 * PUT orders/{id}: a customer may only set `status: cancelled`. Other fields of an order are ignored, except its `id`.
 */
export async function changeOrder(
  ctx: CustomerContext,
  input: { order_id: string; changes: UpdateOrderRequest },
): Promise<WireOrder> {
  const { id, status } = input.changes
  if (id !== undefined && id !== input.order_id) throw new ApiError('invalid_parameter', { param: 'id' })
  if (status === 'cancelled') return cancelOrder(ctx, { order_id: input.order_id })
  const order = await getOrder(ctx, { order_id: input.order_id })

  if (status === undefined || status === order.status) return order
  throw new ApiError('transition_not_allowed', { param: 'status', subject: order.status })
}
