import type { Order } from '../../contract/money/order.ts'
import type { CustomerContext } from '../../platform/context.ts'
import { shownOrderReads, showOrder } from './show-order.ts'
import { ApiError } from '../../contract/api-error.ts'

/** The caller's order with all its parts, in one read. */
export async function getOrder(
  ctx: CustomerContext,
  input: { order_id: string; currency?: string | undefined },
): Promise<Order> {
  const order = await showOrder(ctx, await ctx.db.batch(shownOrderReads(ctx, input.order_id)))
  checkCurrency(order.currency, input.currency)
  return order
}

/** Throws if the request names another currency than the program's, because an order has only that currency. */
export function checkCurrency(own: string, input: string | undefined): void {
  if (input !== undefined && input.toUpperCase() !== own)
    throw new ApiError('currency_not_supported', { param: 'currency' })
}
