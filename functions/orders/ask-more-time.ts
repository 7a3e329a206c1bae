import { ApiError } from '../contract/api-error.ts'
import type { Order } from '../contract/order.ts'
import type { CustomerContext } from '../context.ts'
import { commit } from '../database/commit.ts'
import { findOwnOrder } from './find-order.ts'
import { addOrderTime } from './hold-order.ts'
import { orderReads, showOrder } from './order-reads.ts'
import { heldPlaces, isHeld } from './order-refusals.ts'
import { moveOrder } from './order-steps.ts'

/** "I need more time" (WCAG 2.2.1): ten minutes more, once an order, while its places are held (decisions.md §1). */
export async function askMoreTime(ctx: CustomerContext, ask: { order_id: string }): Promise<Order> {
  const found = await findOwnOrder(ctx, ask.order_id)
  const { order } = found
  const mayWait = order.status === 'draft' || order.status === 'pending' || order.status === 'requires_action'
  if (!mayWait || order.checkout_method === 'offline' || heldPlaces(found).length === 0)
    throw new ApiError('state_conflict', { param: order.status })
  if (!isHeld(found, ctx.now)) throw new ApiError('hold_expired', { param: order.status })
  if (order.more_time_used) throw new ApiError('state_conflict', { param: 'more_time_used' })

  const hold = addOrderTime(ctx, found)
  const moved = moveOrder(ctx, found, order.status, { actor: ctx.actor, reason: 'more_time', set: hold.set })
  return showOrder(ctx, await commit(ctx, [...moved, ...hold.writes], ...orderReads(ctx, order.id)))
}
