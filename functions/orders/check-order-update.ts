import { ApiError } from '../contract/api-error.ts'
import type { UpdateOrderRequest } from '../contract/order.ts'

/** What a PUT on an order asks for: to cancel it, or nothing that is a customer's to change (decisions.md §0.4, §21). */
export function checkOrderUpdate(ask: UpdateOrderRequest & { order_id: string }): 'cancel' | 'nothing' {
  if (ask.id !== undefined && ask.id !== ask.order_id) throw new ApiError('invalid_parameter', { param: 'id' })
  if (ask.status === undefined) return 'nothing'
  if (ask.status === 'cancelled') return 'cancel'
  throw new ApiError('transition_not_allowed', { param: 'status' })
}
