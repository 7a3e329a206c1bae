import { ApiError } from '../contract/api-error.ts'
import type { CustomerContext } from '../context.ts'
import type { CouponRow } from '../discounts/discount-rows.ts'
import type { Statement } from '../database/database.ts'
import { type FoundCart, findOwnCart } from './find-cart.ts'
import type { FoundOrder } from './find-order.ts'
import { checkItemsMayChange } from './order-refusals.ts'
import type { OrderChange } from './order-rows.ts'
import { moveOrder } from './order-steps.ts'

/** The caller's order, which must be open for changes: a cart, or one whose payment failed (decisions.md §1). */
export async function openCart(ctx: CustomerContext, orderId: string, code: string | null = null): Promise<FoundCart> {
  return asOpen(await findOwnCart(ctx, orderId, code))
}

/** The same of an order that was read beside something else. */
export function asOpen(found: FoundCart): FoundCart {
  const refusal = checkItemsMayChange(found)
  if (refusal) throw new ApiError(refusal.type, { param: refusal.param })
  return found
}

/** The code that was entered on an order. */
export function enteredCoupon(found: Pick<FoundOrder, 'discounts'>): CouponRow | null {
  return found.discounts.find((each) => each.discount.is_entered)?.coupon ?? null
}

/** The step every change of a cart takes: it is a draft again, and its quote is a new one. */
export function changedCart(
  ctx: CustomerContext,
  found: FoundOrder,
  change: { reason: string; set: OrderChange },
): Statement[] {
  const again: OrderChange = { checkout_method: null, due_at: null, quote_version: found.order.quote_version + 1 }
  return moveOrder(ctx, found, 'draft', {
    actor: ctx.actor,
    reason: change.reason,
    set: { ...again, ...change.set },
  })
}
