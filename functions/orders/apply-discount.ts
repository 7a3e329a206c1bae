import { ApiError } from '../contract/api-error.ts'
import type { Discount } from '../contract/discount.ts'
import type { CustomerContext } from '../context.ts'
import { commit } from '../database/commit.ts'
import { checkTries, giveTryBack, takeTry, type Try } from '../discounts/limit-tries.ts'
import { showDiscount } from '../discounts/show-discount.ts'
import { cartWrites } from './cart-writes.ts'
import { toCart, cartReads, type LoadedCart, loadOwnCart } from './load-order.ts'
import { toOrder, orderReads } from './load-order.ts'
import { renewOrderHold } from './hold-order.ts'
import { asOpen, changedCart } from './open-cart.ts'
import { heldPlaces, isHeld } from './order-refusals.ts'

type ApplyDiscountInput = { order_id: string; code: string }
const mostRounds = 3

/**
 * Puts a code on a cart. There is at most one entered code an order: another one takes the place of the first,
 * the same one again is `coupon_already_applied`. Wrong codes are counted by session. Whoever presses twice is told so, not that
 * his cart changed.
 */
export async function applyDiscount(ctx: CustomerContext, ask: ApplyDiscountInput): Promise<Discount> {
  const { taken, ...first } = await openCounted(ctx, ask)
  let order = first.order
  for (let round = 1; ; round += 1) {
    try {
      return await applyOnce(ctx, order, taken)
    } catch (error) {
      const isRival = error instanceof ApiError && error.type === 'state_conflict' && error.detail.log !== undefined
      if (!isRival || round >= mostRounds) throw error
    }
    order = takesCodes(await loadOwnCart(ctx, ask.order_id, ask.code))
  }
}

// The batch that loads the cart counts the try, so that codes guessed at once are counted before any is looked at. Where no code may be entered nothing was guessed.
async function openCounted(ctx: CustomerContext, ask: ApplyDiscountInput): Promise<{ order: LoadedCart; taken: Try }> {
  const { taken, write, read } = takeTry(ctx)
  const [tries, ...cart] = await commit(ctx, [write], read, ...cartReads(ctx, ask.order_id, ask.code))
  try {
    const order = takesCodes(toCart(ctx, cart))
    checkTries(ctx, taken, tries)
    return { order, taken }
  } catch (error) {
    if (!(error instanceof ApiError && error.type === 'too_many_requests')) await commit(ctx, [giveTryBack(ctx, taken)])
    throw error
  }
}

function takesCodes(order: LoadedCart): LoadedCart {
  const open = asOpen(order)
  if (open.program.features.discounts !== true) throw new ApiError('feature_disabled', { param: 'code' })
  return open
}

async function applyOnce(ctx: CustomerContext, order: LoadedCart, taken: Try): Promise<Discount> {
  const { coupons } = order
  const coupon = coupons?.byCode ?? null
  if (!coupons || !coupon?.is_enabled) throw new ApiError('coupon_not_found', { param: 'code' })

  const places = heldPlaces(order)
  const cart = cartWrites(ctx, order, { items: order.items, places, entered: coupon, coupons })
  const { refusedCode } = cart.priced
  if (refusedCode) throw new ApiError(refusedCode.type, { param: refusedCode.param })
  if (order.discounts.some((each) => each.coupon.id === coupon.id)) {
    await commit(ctx, [giveTryBack(ctx, taken)])
    throw new ApiError('coupon_already_applied', { param: 'code' })
  }

  const hold = isHeld(order, ctx.now) ? renewOrderHold(ctx, order, places) : { set: {}, writes: [] }
  const moved = changedCart(ctx, order, { reason: 'discount_applied', set: { ...cart.set, ...hold.set } })
  const after = toOrder(
    await commit(
      ctx,
      [...moved, ...cart.writes, ...hold.writes, giveTryBack(ctx, taken)],
      ...orderReads(ctx, order.id, order.customer_id),
    ),
  )
  const applied = after.discounts.find((each) => each.coupon.id === coupon.id)
  if (!applied) throw new ApiError('internal_error')
  return showDiscount(applied, { currency: after.currency, language: ctx.language })
}
