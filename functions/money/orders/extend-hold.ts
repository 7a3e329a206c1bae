import { ApiError } from '../../contract/api-error.ts'
import type { Order } from '../../contract/money/order.ts'
import type { CustomerContext } from '../../platform/context.ts'
import { commit } from '../../platform/database/commit.ts'
import { loadOwnOrder } from './load-order.ts'
import { addOrderTime } from './hold-order.ts'
import { shownOrderReads, showOrder } from './show-order.ts'
import { isHoldAlive } from '../../booking/spots/hold-clock.ts'
import { isHeld, needsHold } from './order-refusals.ts'
import { transitionOrder } from './order-steps.ts'
import * as orderStates from '../../contract/states/order-states.ts'

/**
 * Adds ten more minutes to a hold, once per order, while its places are held or its time to pay runs ("I need more
 * time", WCAG 2.2.1).
 */
export async function extendHold(ctx: CustomerContext, input: { order_id: string }): Promise<Order> {
  const order = await loadOwnOrder(ctx, input.order_id)
  const mayWait = orderStates.inCheckout.has(order.status)
  const isTimed = needsHold(order) || order.hold_expires_at !== null
  if (!mayWait || order.checkout_method === 'offline' || !isTimed)
    throw new ApiError('state_conflict', { subject: order.status })
  if (!isHeld(order, ctx.now) || !isHoldAlive(order.hold_expires_at, ctx.now))
    throw new ApiError('hold_expired', { subject: order.status })
  if (order.more_time_used) throw new ApiError('state_conflict', { subject: 'more_time_used' })

  const hold = addOrderTime(ctx, order)
  const moved = transitionOrder(ctx, order, order.status, { actor: ctx.actor, reason: 'more_time', set: hold.set })
  return showOrder(ctx, await commit(ctx, [...moved, ...hold.writes], ...shownOrderReads(ctx, order.id)))
}
