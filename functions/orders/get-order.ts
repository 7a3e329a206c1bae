import type { Order } from '../contract/order.ts'
import type { CustomerContext } from '../context.ts'
import { shownOrderReads, showOrder } from './show-order.ts'
import { checkCurrency } from './check-currency.ts'

/** One order of the caller, whole, in one read. */
export async function getOrder(
  ctx: CustomerContext,
  input: { order_id: string; currency?: string | undefined },
): Promise<Order> {
  const order = showOrder(ctx, await ctx.db.batch(shownOrderReads(ctx, input.order_id)))
  checkCurrency(order.currency, input.currency)
  return order
}
