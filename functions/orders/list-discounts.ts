import type { Discount } from '../contract/discount.ts'
import { type List, list, type Page } from '../contract/paging.ts'
import type { CustomerContext } from '../context.ts'
import { showDiscount } from '../discounts/show-discount.ts'
import { findOwnOrder } from './find-order.ts'

/** The coupons on an order: automatic ones first, then the entered code. */
export async function listDiscounts(ctx: CustomerContext, ask: Page & { order_id: string }): Promise<List<Discount>> {
  const { order, discounts } = await findOwnOrder(ctx, ask.order_id)
  const rows = ask.order === 'desc' ? discounts.toReversed() : discounts
  const data = rows
    .slice(ask.skip, ask.skip + ask.limit)
    .map((each) => showDiscount(each, { currency: order.currency, language: ctx.language }))
  return list(data, rows.length, ask)
}
