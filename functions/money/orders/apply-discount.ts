import { ApiError } from '../../contract/api-error.ts'
import type { Discount } from '../../contract/money/discount.ts'
import type { CustomerContext } from '../../platform/context.ts'
import { commit } from '../../platform/database/commit.ts'
import { retryOnConflict } from '../../platform/database/retry-on-conflict.ts'
import { checkCodeAttempts, type CodeAttempt, countAttempt, uncountAttempt } from '../discounts/limit-code-attempts.ts'
import { showDiscount } from '../discounts/show-discount.ts'
import { decideCode } from './decide-code.ts'
import { toCart, cartReads, type LoadedCart, loadOwnCart } from './load-order.ts'
import { toOrder, orderReads } from './load-order.ts'
import { renewOrderHold } from './hold-order.ts'
import { requireOpen, changedCart } from './open-cart.ts'
import { heldPlaces, isHeld } from './order-refusals.ts'

type ApplyDiscountInput = { order_id: string; code: string }

/**
 * Applies a code to a cart. An order has at most one entered code: a better code replaces it, a code that does not
 * lower the total is `coupon_replaced`, and the same code again is `coupon_already_applied`. Wrong codes count
 * against the customer. If the same request runs twice at once, the second gets `coupon_already_applied` instead of a
 * conflict.
 */
export async function applyDiscount(ctx: CustomerContext, input: ApplyDiscountInput): Promise<Discount> {
  const first = await openCounted(ctx, input)
  return retryOnConflict(async (attempt) => {
    const order = attempt === 1 ? first.order : checkTakesCodes(await loadOwnCart(ctx, input.order_id, input.code))
    return applyOnce(ctx, order, first.attempt)
  })
}

// The batch that loads the cart counts the attempt, so that parallel guesses are counted before any of them is checked.
// If the order accepts no code, the attempt is removed from the count.
async function openCounted(
  ctx: CustomerContext,
  input: ApplyDiscountInput,
): Promise<{ order: LoadedCart; attempt: CodeAttempt }> {
  const { attempt, write, read } = countAttempt(ctx)
  const [counted, ...cart] = await commit(ctx, [write], read, ...cartReads(ctx, input.order_id, input.code))
  try {
    const order = checkTakesCodes(toCart(ctx, cart))
    checkCodeAttempts(ctx, attempt, counted)
    return { order, attempt }
  } catch (error) {
    if (!(error instanceof ApiError && error.type === 'too_many_requests'))
      await commit(ctx, [uncountAttempt(ctx, attempt)])
    throw error
  }
}

function checkTakesCodes(order: LoadedCart): LoadedCart {
  const open = requireOpen(order)
  if (open.program.features.discounts !== true) throw new ApiError('feature_disabled', { param: 'code' })
  return open
}

async function applyOnce(ctx: CustomerContext, order: LoadedCart, attempt: CodeAttempt): Promise<Discount> {
  const places = heldPlaces(order)
  const decision = decideCode(ctx, order, { items: order.items, places })
  const coupon = order.coupons?.byCode
  const isApplied = order.discounts.some((each) => each.coupon.id === coupon?.id)
  if (decision.error || !coupon || isApplied) {
    if (!decision.error || !decision.isGuess) await commit(ctx, [uncountAttempt(ctx, attempt)])
    throw decision.error ?? new ApiError('coupon_already_applied', { param: 'code' })
  }
  const { cart } = decision

  const hold = isHeld(order, ctx.now)
    ? renewOrderHold(ctx, order, { places, items: order.items })
    : { set: {}, writes: [] }
  const moved = changedCart(ctx, order, { reason: 'discount_applied', set: { ...cart.set, ...hold.set } })
  const after = toOrder(
    await commit(
      ctx,
      [...moved, ...cart.writes, ...hold.writes, uncountAttempt(ctx, attempt)],
      ...orderReads(ctx, order.id, order.customer_id),
    ),
  )
  const applied = after.discounts.find((each) => each.coupon.id === coupon.id)
  if (!applied) throw new ApiError('internal_error')
  return showDiscount(applied, {
    currency: after.currency,
    program: after.program,
    language: ctx.language,
    contentLanguage: ctx.contentLanguage,
  })
}
