import type { Ctx } from '../context.ts'
import { cartWrites } from './cart-writes.ts'
import type { LoadedCart } from './load-order.ts'
import { enteredCoupon } from './open-cart.ts'
import { heldPlaces } from './order-refusals.ts'

/** Whether the coupons of an open order still give what was quoted: they are judged again when it is paid. */
export function isStillPriced(ctx: Ctx, order: LoadedCart): boolean {
  if (order.discounts.length === 0) return true
  return !cartWrites(ctx, order, {
    items: order.items,
    places: heldPlaces(order),
    entered: enteredCoupon(order),
    coupons: order.coupons,
    dropsCode: true,
  }).isChanged
}
