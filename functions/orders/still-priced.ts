import type { Ctx } from '../context.ts'
import { cartWrites } from './cart-writes.ts'
import type { FoundCart } from './find-cart.ts'
import { enteredCoupon } from './open-cart.ts'
import { heldPlaces } from './order-refusals.ts'

/** Whether the coupons of an open order still give what was quoted: they are judged again when it is paid (reliability.md M-12). */
export function isStillPriced(ctx: Ctx, found: FoundCart): boolean {
  if (found.discounts.length === 0) return true
  return !cartWrites(ctx, found, {
    items: found.items,
    places: heldPlaces(found),
    entered: enteredCoupon(found),
    book: found.book,
    dropsCode: true,
  }).isChanged
}
