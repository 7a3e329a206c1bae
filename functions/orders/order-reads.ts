import type { Order } from '../contract/order.ts'
import type { Ctx } from '../context.ts'
import { composeOrder } from './compose-order.ts'
import { asFound, foundReads } from './find-order.ts'

type OrderResults = Parameters<typeof asFound>[0]

/** The reads of a whole order for the end of a batch: `showOrder(ctx, await commit(ctx, writes, ...orderReads(ctx, id)))`. */
export function orderReads(ctx: Ctx, orderId: string, customerId: string | null = ctx.identity?.customer_id ?? null) {
  return foundReads(ctx, orderId, customerId)
}

/** The whole order as it goes over the wire, of what `orderReads` read. */
export function showOrder(ctx: Ctx, results: OrderResults): Order {
  const found = asFound(results)
  return composeOrder(ctx, found, { items: found.items, discounts: found.discounts, payments: found.payments, registrations: [], itemCount: found.items.length })
}
