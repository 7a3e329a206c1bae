import type { CustomerContext } from '../../platform/context.ts'
import { toCart, cartReads, type LoadedCart } from '../orders/load-order.ts'
import { missingWaivers } from '../../booking/registrations/accept-waiver.ts'
import { relaxedLimitMultiplier } from '../../contract/limits.ts'
import { declineWindowMs, maxDeclines } from './check-pay.ts'
import { declineTimes, promisedPlaces } from './payment-rows.ts'
import { type SourceRow, sourceById } from './source-rows.ts'

/**
 * An order with everything that may refuse its payment: registrations without a waiver, the customer's declines and
 * their limit, their unpaid offline places, and the chosen stored card, regardless of owner.
 */
export type OrderToPay = LoadedCart & {
  missingWaivers: string[]
  declines: { times: number[]; max: number }
  promisedPlaces: number
  storedSource: SourceRow | null
}

/**
 * The caller's order before payment, in one database round trip. Throws the same `not_found` for a missing order and
 * another customer's.
 */
export async function loadOrderToPay(
  ctx: CustomerContext,
  { order_id, payment_source_id }: { order_id: string; payment_source_id?: string | null | undefined },
): Promise<OrderToPay> {
  const cart = cartReads(ctx, order_id)
  const max = ctx.env.RATE_LIMITS === 'wide' ? maxDeclines * relaxedLimitMultiplier : maxDeclines
  const declined = declineTimes(ctx.db, {
    customer_id: ctx.actor.customer_id,
    since: ctx.now - 2 * declineWindowMs,
    max,
  })
  const [waivers, declines, [promised], [storedSource], ...read] = await ctx.db.batch([
    missingWaivers(ctx, { order_id }),
    declined,
    promisedPlaces(ctx.db, { customer_id: ctx.actor.customer_id, order_id }),
    sourceById(ctx.db, payment_source_id ?? ''),
    ...cart,
  ])
  return {
    ...toCart(ctx, read),
    missingWaivers: waivers.map(({ id }) => id),
    declines: { times: declines.map(({ at }) => at), max },
    promisedPlaces: promised?.n ?? 0,
    storedSource: storedSource ?? null,
  }
}
