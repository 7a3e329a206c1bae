import { ApiError } from '../contract/api-error.ts'
import type { Discount } from '../contract/discount.ts'
import type { Ctx } from '../context.ts'
import { commit } from '../database/commit.ts'
import { giveTryBack, takeTry } from '../discounts/limit-tries.ts'
import { showDiscount } from '../discounts/show-discount.ts'
import { cartWrites } from './cart-writes.ts'
import { asFound, foundReads } from './find-order.ts'
import { renewOrderHold } from './hold-order.ts'
import { changedCart, couponsOf, openCart } from './open-cart.ts'
import { heldPlaces, isHeld } from './order-refusals.ts'

/**
 * Puts a code on a cart (decisions.md §9). There is at most one entered code an order: another one takes the place of the first,
 * the same one again is `coupon_already_applied`. Wrong codes are counted by session.
 */
export async function applyDiscount(ctx: Ctx, ask: { order_id: string; code: string }): Promise<Discount> {
  const found = await openCart(ctx, ask.order_id)
  if (found.program.features.discounts !== true) throw new ApiError('feature_disabled', { param: 'code' })
  const taken = await takeTry(ctx)
  const book = await couponsOf(ctx, found, ask.code)
  const coupon = book?.byCode ?? null
  if (!book || !coupon?.is_enabled) throw new ApiError('coupon_not_found', { param: 'code' })

  const places = heldPlaces(found)
  const cart = cartWrites(ctx, found, { items: found.items, places, entered: coupon, book })
  const { refusedCode } = cart.priced
  if (refusedCode) throw new ApiError(refusedCode.type, { param: refusedCode.param })
  if (found.discounts.some((each) => each.coupon.id === coupon.id)) throw new ApiError('coupon_already_applied', { param: 'code' })

  const hold = isHeld(found, ctx.now) ? renewOrderHold(ctx, found, places) : { set: {}, writes: [] }
  const moved = changedCart(ctx, found, { reason: 'discount_applied', set: { ...cart.set, ...hold.set } })
  const after = asFound(await commit(ctx, [...moved, ...cart.writes, ...hold.writes, giveTryBack(ctx, taken)], ...foundReads(ctx, found.order.id, found.order.customer_id)))
  const applied = after.discounts.find((each) => each.coupon.id === coupon.id)
  if (!applied) throw new ApiError('internal_error')
  return showDiscount(applied, { currency: after.order.currency, language: ctx.language })
}
