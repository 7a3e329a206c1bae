import type { Ctx, CustomerContext } from '../context.ts'
import { asCouponBook, type CouponBook, couponReads, type CouponResults } from '../discounts/find-coupons.ts'
import { asFound, type FoundOrder, type FoundResults, foundReads } from './find-order.ts'
import type { WhichOrder } from './order-rows.ts'

/** An order with the coupons it might use; `book` is null where the program has no discounts. */
export type FoundCart = FoundOrder & { book: CouponBook | null }

/** The caller's order with what it is priced by, in one trip; a missing one and another's are the same `not_found`. */
export async function findOwnCart(
  ctx: CustomerContext,
  orderId: string,
  code: string | null = null,
): Promise<FoundCart> {
  return asCart(ctx, await ctx.db.batch(cartReads(ctx, orderId, code)))
}

/** The reads behind a found cart, for a batch that reads or writes something else beside it. */
export function cartReads(ctx: CustomerContext, orderId: WhichOrder, code: string | null = null) {
  const { customer_id } = ctx.actor
  return [
    ...foundReads(ctx, orderId, customer_id),
    ...couponReads(ctx, { program_id: null, order_id: orderId, customer_id, code }),
  ] as const
}

/** Puts together what `cartReads` read. */
export function asCart(
  ctx: Ctx,
  [heads, items, discounts, payments, registrations, ...coupons]: readonly [...FoundResults, ...CouponResults],
): FoundCart {
  const found = asFound([heads, items, discounts, payments, registrations])
  return { ...found, book: bookOf(ctx, found, coupons) }
}

/** The coupons of a program that has discounts. */
export function bookOf(ctx: Ctx, { program }: Pick<FoundOrder, 'program'>, coupons: CouponResults): CouponBook | null {
  return program.features.discounts === true ? asCouponBook(ctx, coupons) : null
}
