import { displayMoney } from '../../contract/display-money.ts'
import { ApiError } from '../../contract/api-error.ts'
import { codeStaysSentence } from '../../contract/sentences/sentence.ts'
import type { Ctx } from '../../platform/context.ts'
import { cartWrites } from './cart-writes.ts'
import type { LoadedCart } from './load-order.ts'
import type { OrderRow } from './order-rows.ts'
import type { Priced } from './price-order.ts'

type Order = OrderRow & Pick<LoadedCart, 'program' | 'items' | 'discounts' | 'coupons'>
type Changed = Pick<Parameters<typeof cartWrites>[2], 'items' | 'places'>
/**
 * The cart with the code, which it may have already, or the refusal. `isGuess` is true for a code that does not apply,
 * which counts as a guess.
 */
type Decision = { cart: ReturnType<typeof cartWrites>; error: null } | { error: ApiError; isGuess: boolean }

/**
 * Decides about the code that a cart was loaded with. An order has at most one entered code: a better code replaces it,
 * and a code that does not lower the total is `coupon_replaced`.
 */
export function decideCode(ctx: Ctx, order: Order, changed: Changed): Decision {
  const { coupons } = order
  const coupon = coupons?.byCode ?? null
  if (!coupons || !coupon?.is_enabled)
    return { error: new ApiError('coupon_not_found', { param: 'code' }), isGuess: true }

  const cart = cartWrites(ctx, order, { ...changed, entered: coupon, coupons })
  const { refusedCode } = cart.priced
  if (refusedCode) return { error: new ApiError(refusedCode.type, refusedCode), isGuess: true }
  if (order.discounts.some((each) => each.coupon.id === coupon.id)) return { cart, error: null }

  const kept = order.discounts.find(({ discount }) => discount.is_entered)
  const before = cartWrites(ctx, order, { ...changed, entered: kept?.coupon ?? null, coupons }).priced
  if (before.totals.amount_discount > 0 && cart.priced.totals.amount_total >= before.totals.amount_total)
    return {
      error: new ApiError('coupon_replaced', { param: 'code', ...whyKept(ctx, order, { kept, before }) }),
      isGuess: false,
    }
  return { cart, error: null }
}

// The sentence names the discount that stays, which may also be an automatic one.
function whyKept(
  ctx: Ctx,
  order: Order,
  { kept, before }: { kept: LoadedCart['discounts'][number] | undefined; before: Priced },
): { message?: string } {
  const amount = before.totals.discounts.find(({ is_entered }) => is_entered)?.amount ?? 0
  if (!kept?.coupon.code || amount === 0) return {}
  const sum = displayMoney(amount, order, ctx.language)
  return { message: codeStaysSentence({ code: kept.coupon.code, sum }, ctx.language) }
}
