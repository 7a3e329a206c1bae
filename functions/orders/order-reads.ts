import type { Order } from '../contract/order.ts'
import type { Ctx, CustomerContext } from '../context.ts'
import { registrationReads, type RegistrationResults, showRegistrations } from '../registrations/show-registration.ts'
import { composeOrder } from './compose-order.ts'
import { asFound, type FoundResults, foundReads } from './find-order.ts'

/** The reads of a whole order for the end of a batch: `showOrder(ctx, await commit(ctx, writes, ...orderReads(ctx, id)))`. */
export function orderReads(ctx: CustomerContext, orderId: string) {
  return [...foundReads(ctx, orderId, ctx.actor.customer_id), ...registrationReads(ctx, { order_id: orderId })] as const
}

/** The whole order as it goes over the wire, of what `orderReads` read. */
export function showOrder(ctx: Ctx, results: readonly [...FoundResults, ...RegistrationResults]): Order {
  const [heads, items, discounts, payments, registrations, ...shown] = results
  const found = asFound([heads, items, discounts, payments, registrations])
  return composeOrder(ctx, found, {
    items,
    discounts,
    payments,
    registrations: showRegistrations(ctx, shown),
    itemCount: items.length,
  })
}
