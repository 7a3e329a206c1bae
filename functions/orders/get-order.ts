import { ApiError } from '../contract/api-error.ts'
import type { Order } from '../contract/order.ts'
import type { Ctx } from '../context.ts'
import { orderReads, showOrder } from './order-reads.ts'
import { checkCurrency } from './check-currency.ts'

/** One order of the caller, whole, in one read. */
export async function getOrder(ctx: Ctx, ask: { order_id: string; currency?: string | undefined }): Promise<Order> {
  if (!ctx.identity) throw new ApiError('not_authenticated')
  const order = showOrder(ctx, await ctx.db.batch(orderReads(ctx, ask.order_id)))
  checkCurrency(order.currency, ask.currency)
  return order
}
