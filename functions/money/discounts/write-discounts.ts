import type { Ctx } from '../../platform/context.ts'
import type { Statement } from '../../platform/database/database.ts'
import { changeDiscountAmount, dropDiscounts, putDiscount } from './discount-rows.ts'
import type { Spread } from './spread-discounts.ts'

/** Replaces the discounts of an open order by `spreads`. A coupon that stays keeps its discount id. */
export function writeDiscounts(ctx: Ctx, order: { id: string; customer_id: string }, spreads: Spread[]): Statement[] {
  const kept = spreads.map((each) => each.coupon_id)
  const rows = spreads.map((each) =>
    putDiscount(ctx.db, {
      id: ctx.newId('dis'),
      order_id: order.id,
      coupon_id: each.coupon_id,
      customer_id: order.customer_id,
      amount: each.amount,
      is_entered: each.is_entered,
      state: 'applied',
      created: ctx.now,
    }),
  )
  return [dropDiscounts(ctx.db, order.id, kept), ...rows]
}

/**
 * Updates the discounts of a submitted order and deletes those without an amount. The others are counted already;
 * reserving them again could fail because of the customer's newer orders.
 */
export function keepDiscounts(
  ctx: Ctx,
  order: { id: string },
  amounts: { coupon_id: string; amount: number }[],
): Statement[] {
  const kept = amounts.filter(({ amount }) => amount > 0)
  return [
    dropDiscounts(
      ctx.db,
      order.id,
      kept.map(({ coupon_id }) => coupon_id),
    ),
    ...kept.map((each) => changeDiscountAmount(ctx.db, order.id, each)),
  ]
}

/** Deletes all discounts of an order before the order is deleted. */
export function removeDiscounts(ctx: Ctx, orderId: string): Statement[] {
  return [dropDiscounts(ctx.db, orderId, [])]
}
