import type { Ctx } from '../../platform/context.ts'
import type { LoadedRegistration } from '../../booking/registrations/load-registration.ts'
import type { CancellationOutcome } from '../../booking/registrations/cancellation-preview.ts'
import { heldPlaces } from '../../money/orders/order-refusals.ts'
import { sum } from '../../offering/pricing/shares.ts'
import { outcomeOf, type PaidOrder } from './cancel-place.ts'

export type RefundRow = { place: LoadedRegistration; outcome: CancellationOutcome }
/** The refund for cancelling places of an order, by place; `isWhole` if nothing of the order is left. */
export type RefundPlan = {
  rows: RefundRow[]
  isWhole: boolean
  automatic: number
  requested: number
  /** Discounts that the remaining order loses, subtracted from the refund. */
  lost: number
}

/** Plans the refund of some places, or of all that refund something. The preview and the request both use it. */
export function planRefund(ctx: Ctx, order: PaidOrder, registrationIds: readonly string[] | null): RefundPlan {
  const held = heldPlaces(order)
  const chosen = registrationIds
    ? held.filter(({ registration }) => registrationIds.includes(registration.id))
    : held.filter((place) => refundsSomething(outcomeOf(ctx, place, order)))
  const open = order.items.filter((item) => item.cancelled_at === null)
  const isWhole = chosen.length > 0 && chosen.length === open.length
  const rows = cancelTogether(ctx, order, chosen)
  return {
    rows,
    isWhole,
    automatic: sumOf(rows, 'automatic'),
    requested: sumOf(rows, 'request'),
    lost: sum(rows.map(({ outcome }) => outcome.lost?.amount ?? 0)),
  }
}

/** The sum of the refunds with this result. */
export const sumOf = (rows: readonly RefundRow[], result: CancellationOutcome['result']): number =>
  sum(rows.map(({ outcome }) => (outcome.result === result ? outcome.amount : 0)))

/** The figures behind the automatic refund. A requested refund has its own figures when it is decided. */
export const refundInputs = (rows: readonly RefundRow[]) => ({
  places: rows
    .filter(({ outcome }) => outcome.result === 'automatic')
    .map(({ place, outcome }) => ({
      registration_id: place.registration.id,
      amount: outcome.amount,
      discount_lost: outcome.lost?.amount ?? 0,
      ...outcome.detail,
    })),
})

/** True if a refund is due or may be requested. */
export const refundsSomething = ({ to, result, amount }: CancellationOutcome): boolean =>
  to !== null && (result === 'request' || result === 'automatic') && amount > 0

/**
 * The outcomes of cancelling places together. Each refund reduces the remainder for the next place, and only items
 * that stay in the end can lose a discount. `decide` changes an outcome before the next place is calculated.
 */
export function cancelTogether(
  ctx: Ctx,
  order: PaidOrder,
  places: readonly LoadedRegistration[],
  decide: (outcome: CancellationOutcome) => CancellationOutcome = (outcome) => outcome,
): RefundRow[] {
  const leaving = new Set(places.map(({ registration }) => registration.id))
  let rest = order
  return places.map((place) => {
    const outcome = decide(outcomeOf(ctx, place, rest, leaving))
    rest = orderWithout(ctx, rest, { place, outcome })
    return { place, outcome }
  })
}

// The order after a place has left it.
function orderWithout(ctx: Ctx, order: PaidOrder, { place, outcome }: RefundRow): PaidOrder {
  return {
    ...order,
    amount_refunding: order.amount_refunding + outcome.amount,
    items: order.items.map((item) =>
      item.registration_id === place.registration.id && item.cancelled_at === null
        ? { ...item, cancelled_at: ctx.now, amount_cancelled: outcome.amount, ...outcome.stored }
        : item,
    ),
  }
}
