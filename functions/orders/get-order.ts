import type { Order } from '../contract/order.ts'
import type { CustomerContext } from '../context.ts'
import { orderReads, showOrder } from './order-reads.ts'
import { checkCurrency } from './check-currency.ts'

/** One order of the caller, whole, in one read. */
export async function getOrder(
  ctx: CustomerContext,
  ask: { order_id: string; currency?: string | undefined },
): Promise<Order> {
  const order = showOrder(ctx, await ctx.db.batch(orderReads(ctx, ask.order_id)))
  checkCurrency(order.currency, ask.currency)
  return order
}
