import { returnable } from '../../contract/money/refund.ts'
import { instant } from '../../contract/instant.ts'
import { money } from '../../contract/display-money.ts'
import type { ReturnStep } from '../../contract/money/order.ts'
import type { Ctx } from '../../platform/context.ts'
import { type ReturnStep as Step, returnSteps } from '../../booking/registrations/return-steps.ts'
import { openOfItem } from './instalments.ts'
import type { LoadedOrder } from './load-order.ts'
import { heldPlaces, isProductLine } from './order-refusals.ts'
import { sum } from '../../offering/pricing/shares.ts'
import * as orderStates from '../../contract/states/order-states.ts'

/**
 * The refund for cancelling the remaining order, now and after each deadline. Uses what was paid, or for an unpaid
 * order what would be paid.
 */
export function orderReturns(order: LoadedOrder, now: number): Step[] {
  const isPaid = order.status === 'paid'
  if (orderStates.ended.has(order.status)) return []
  // Store products are not cancelled with the order's places.
  if (order.items.some(isProductLine)) return []
  const lines = new Map(order.items.map((item) => [item.registration_id, item]))
  const places = heldPlaces(order).map(({ registration, booking }) => ({
    status: isPaid ? registration.status : ('confirmed' as const),
    booking,
    line: lines.get(registration.id) ?? null,
    open: openOfItem(order, lines.get(registration.id)?.id ?? ''),
  }))
  return returnSteps(places, {
    remaining: isPaid ? returnable(order) : order.amount_total,
    restored: sum(order.items.map(({ discount_lost }) => discount_lost)),
    now,
  })
}

/** The steps of `orderReturns` as the API returns them. */
export function showReturnSteps(ctx: Ctx, order: LoadedOrder): ReturnStep[] {
  return orderReturns(order, ctx.now).map(({ until, returned, requested }) => ({
    until: instant(until),
    amount_returned: money(returned, order, ctx.language),
    amount_requested: money(requested, order, ctx.language),
  }))
}
