import { ApiError } from '../contract/api-error.ts'
import type { Discount } from '../contract/discount.ts'
import type { CustomerContext } from '../context.ts'
import { commit } from '../database/commit.ts'
import { checkTries, giveTryBack, takeTry, type Try } from '../discounts/limit-tries.ts'
import { showDiscount } from '../discounts/show-discount.ts'
import { cartWrites } from './cart-writes.ts'
import { asCart, cartReads, type FoundCart, findOwnCart } from './find-cart.ts'
import { asFound, foundReads } from './find-order.ts'
import { renewOrderHold } from './hold-order.ts'
import { asOpen, changedCart } from './open-cart.ts'
import { heldPlaces, isHeld } from './order-refusals.ts'

type ApplyDiscountInput = { order_id: string; code: string }
const mostRounds = 3

/**
 * Puts a code on a cart (decisions.md §9). There is at most one entered code an order: another one takes the place of the first,
 * the same one again is `coupon_already_applied`. Wrong codes are counted by session. Whoever presses twice is told so, not that
 * his cart changed.
 */
export async function applyDiscount(ctx: CustomerContext, ask: ApplyDiscountInput): Promise<Discount> {
  const { taken, ...first } = await openCounted(ctx, ask)
  let found = first.found
  for (let round = 1; ; round += 1) {
    try {
      return await applyOnce(ctx, found, taken)
    } catch (error) {
      const isRival = error instanceof ApiError && error.type === 'state_conflict' && error.detail.log !== undefined
      if (!isRival || round >= mostRounds) throw error
    }
    found = takesCodes(await findOwnCart(ctx, ask.order_id, ask.code))
  }
}

// The batch that loads the cart counts the try, so that codes guessed at once are counted before any is looked at. Where no code may be entered nothing was guessed.
async function openCounted(ctx: CustomerContext, ask: ApplyDiscountInput): Promise<{ found: FoundCart; taken: Try }> {
  const { taken, write, read } = takeTry(ctx)
  const [tries, ...cart] = await commit(ctx, [write], read, ...cartReads(ctx, ask.order_id, ask.code))
  try {
    const found = takesCodes(asCart(ctx, cart))
    checkTries(ctx, taken, tries)
    return { found, taken }
  } catch (error) {
    if (!(error instanceof ApiError && error.type === 'too_many_requests')) await commit(ctx, [giveTryBack(ctx, taken)])
    throw error
  }
}

function takesCodes(found: FoundCart): FoundCart {
  const open = asOpen(found)
  if (open.program.features.discounts !== true) throw new ApiError('feature_disabled', { param: 'code' })
  return open
}

async function applyOnce(ctx: CustomerContext, found: FoundCart, taken: Try): Promise<Discount> {
  const { book } = found
  const coupon = book?.byCode ?? null
  if (!book || !coupon?.is_enabled) throw new ApiError('coupon_not_found', { param: 'code' })

  const places = heldPlaces(found)
  const cart = cartWrites(ctx, found, { items: found.items, places, entered: coupon, book })
  const { refusedCode } = cart.priced
  if (refusedCode) throw new ApiError(refusedCode.type, { param: refusedCode.param })
  if (found.discounts.some((each) => each.coupon.id === coupon.id)) {
    await commit(ctx, [giveTryBack(ctx, taken)])
    throw new ApiError('coupon_already_applied', { param: 'code' })
  }

  const hold = isHeld(found, ctx.now) ? renewOrderHold(ctx, found, places) : { set: {}, writes: [] }
  const moved = changedCart(ctx, found, { reason: 'discount_applied', set: { ...cart.set, ...hold.set } })
  const after = asFound(
    await commit(
      ctx,
      [...moved, ...cart.writes, ...hold.writes, giveTryBack(ctx, taken)],
      ...foundReads(ctx, found.order.id, found.order.customer_id),
    ),
  )
  const applied = after.discounts.find((each) => each.coupon.id === coupon.id)
  if (!applied) throw new ApiError('internal_error')
  return showDiscount(applied, { currency: after.order.currency, language: ctx.language })
}
