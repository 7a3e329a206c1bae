import type { CustomerContext } from '../context.ts'
import { toCart, cartReads, type LoadedCart } from '../orders/load-order.ts'
import { missingWaivers } from '../registrations/accept-waiver.ts'
import { relaxedLimitMultiplier } from '../contract/limits.ts'
import { declineWindowMs, maxDeclines } from './check-pay.ts'
import { declineTimes, promisedPlaces } from './payment-rows.ts'

/** An order with everything that may refuse its payment: its registrations without a waiver, its customer's declines with how many of them are too many, and the places they have promised to pay for later. */
export type OrderToPay = LoadedCart & {
  missingWaivers: string[]
  declines: { times: number[]; most: number }
  promisedPlaces: number
}

/** The caller's order before it is paid, in one trip; a missing one and another's are the same `not_found`. */
export async function loadOrderToPay(ctx: CustomerContext, orderId: string): Promise<OrderToPay> {
  const cart = cartReads(ctx, orderId)
  const most = ctx.env.RATE_LIMITS === 'wide' ? maxDeclines * relaxedLimitMultiplier : maxDeclines
  const declined = declineTimes(ctx.db, {
    customer_id: ctx.actor.customer_id,
    since: ctx.now - 2 * declineWindowMs,
    most,
  })
  const [waivers, declines, [promised], ...read] = await ctx.db.batch([
    missingWaivers(ctx, { order_id: orderId }),
    declined,
    promisedPlaces(ctx.db, { customer_id: ctx.actor.customer_id, order_id: orderId }),
    ...cart,
  ])
  return {
    ...toCart(ctx, read),
    missingWaivers: waivers.map(({ id }) => id),
    declines: { times: declines.map(({ at }) => at), most },
    promisedPlaces: promised?.n ?? 0,
  }
}
