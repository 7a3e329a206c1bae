import type { Ctx } from '../context.ts'
import { cartWrites } from './cart-writes.ts'
import type { FoundOrder } from './find-order.ts'
import { couponsOf, enteredCoupon } from './open-cart.ts'
import { heldPlaces } from './order-refusals.ts'

/** Whether the coupons of an open order still give what was quoted: they are judged again when it is paid (reliability.md M-12). */
export async function isStillPriced(ctx: Ctx, found: FoundOrder): Promise<boolean> {
  if (found.discounts.length === 0) return true
  const book = await couponsOf(ctx, found)
  return !cartWrites(ctx, found, { items: found.items, places: heldPlaces(found), entered: enteredCoupon(found), book, dropsCode: true }).isChanged
}
