import { ApiError } from '../../contract/api-error.ts'
import type { Order } from '../../contract/money/order.ts'
import type { CustomerContext } from '../../platform/context.ts'
import { commit } from '../../platform/database/commit.ts'
import { cartWrites } from './cart-writes.ts'
import { renewOrderHold } from './hold-order.ts'
import { changedCart, openCart } from './open-cart.ts'
import { shownOrderReads, showOrder } from './show-order.ts'
import { heldPlaces, isHeld } from './order-refusals.ts'

/** Removes an entered code from a cart. An automatic coupon cannot be removed. */
export async function removeDiscount(
  ctx: CustomerContext,
  input: { order_id: string; discount_id: string },
): Promise<Order> {
  const order = await openCart(ctx, input.order_id)
  const applied = order.discounts.find((each) => each.discount.id === input.discount_id)
  if (!applied) throw new ApiError('not_found', { param: 'discount_id' })
  if (!applied.discount.is_entered) throw new ApiError('transition_not_allowed', { param: 'discount_id' })

  const places = heldPlaces(order)
  const cart = cartWrites(ctx, order, { items: order.items, places, entered: null, coupons: order.coupons })
  const hold = isHeld(order, ctx.now)
    ? renewOrderHold(ctx, order, { places, items: order.items })
    : { set: {}, writes: [] }

  const moved = changedCart(ctx, order, { reason: 'discount_removed', set: { ...cart.set, ...hold.set } })
  return showOrder(
    ctx,
    await commit(ctx, [...moved, ...cart.writes, ...hold.writes], ...shownOrderReads(ctx, order.id)),
  )
}
