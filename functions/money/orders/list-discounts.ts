import type { Discount } from '../../contract/money/discount.ts'
import { type List, list, type Page } from '../../contract/paging.ts'
import type { CustomerContext } from '../../platform/context.ts'
import { showDiscount } from '../discounts/show-discount.ts'
import { loadOwnOrder } from './load-order.ts'

/** The coupons on an order: automatic ones first, then the entered code. */
export async function listDiscounts(ctx: CustomerContext, input: Page & { order_id: string }): Promise<List<Discount>> {
  const order = await loadOwnOrder(ctx, input.order_id)
  const rows = input.order === 'desc' ? order.discounts.toReversed() : order.discounts
  const data = rows.slice(input.skip, input.skip + input.limit).map((each) =>
    showDiscount(each, {
      currency: order.currency,
      program: order.program,
      language: ctx.language,
      contentLanguage: ctx.contentLanguage,
    }),
  )
  return list(data, rows.length, input)
}
