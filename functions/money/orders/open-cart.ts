import { ApiError } from '../../contract/api-error.ts'
import { releaseBalance } from '../balances/balance-ledger.ts'
import type { CustomerContext } from '../../platform/context.ts'
import type { CouponRow } from '../discounts/discount-rows.ts'
import type { Statement } from '../../platform/database/database.ts'
import { type LoadedCart, loadOwnCart } from './load-order.ts'
import type { LoadedOrder } from './load-order.ts'
import { checkItemsMayChange } from './order-refusals.ts'
import type { OrderChange } from './order-rows.ts'
import { transitionOrder } from './order-steps.ts'

/** The caller's order. Throws unless it is open for changes: a cart, or an order whose payment failed. */
export async function openCart(ctx: CustomerContext, orderId: string, code: string | null = null): Promise<LoadedCart> {
  return requireOpen(await loadOwnCart(ctx, orderId, code))
}

/** Returns the order. Throws unless it is open for changes. */
export function requireOpen(order: LoadedCart): LoadedCart {
  const refusal = checkItemsMayChange(order)
  if (refusal) throw new ApiError(refusal.type, refusal)
  return order
}

/** The entered code of an order. */
export function enteredCoupon(order: Pick<LoadedOrder, 'discounts'>): CouponRow | null {
  return order.discounts.find((each) => each.discount.is_entered)?.coupon ?? null
}

/**
 * The change that every edit of a cart causes: the order is a draft again, its quote is new, and its reserved balance
 * is released.
 */
export function changedCart(
  ctx: CustomerContext,
  order: LoadedOrder,
  change: { reason: string; set: OrderChange },
): Statement[] {
  const again: OrderChange = { checkout_method: null, due_at: null, quote_version: order.quote_version + 1 }
  const moved = transitionOrder(ctx, order, 'draft', {
    actor: ctx.actor,
    reason: change.reason,
    set: { ...again, ...change.set },
  })
  return [...releaseBalance(ctx, order, ctx.actor), ...moved]
}
