import { type WayBack, waysBack } from '../../contract/money/refund.ts'
import * as orderStates from '../../contract/states/order-states.ts'
import { paymentsToReturn } from '../../money/payments/end-unpaid-order.ts'
import { loadOrdersWithRefunds } from '../../money/refunds/create-refund.ts'
import { remainingOf, returnParts, wayBack } from '../../money/refunds/split-refund.ts'
import { sum } from '../../offering/pricing/shares.ts'
import type { Ctx } from '../../platform/context.ts'
import { placesToEnd } from './cancel-for-event.ts'
import type { PaidOrder } from './cancel-place.ts'
import { cancellationCounts, ordersToEnd, registrationsToEnd } from './cancellation-rows.ts'
import { amountOfPlaces } from './return-places.ts'

/** Orders per read, so that a large event does not fill the memory. */
const ordersPerRead = 50

/**
 * What cancelling an event would do now: the places that end, the families that are told, the people who wait, and
 * what goes back by each way, in minor units.
 */
export async function previewEventCancellation(ctx: Ctx, eventId: string) {
  const [[counts], [open], orders] = await ctx.db.batch([
    cancellationCounts(ctx.db, eventId),
    registrationsToEnd(ctx.db, eventId),
    ordersToEnd(ctx.db, eventId),
  ])
  const parts: Part[] = []
  for (let at = 0; at < orders.length; at += ordersPerRead) {
    const ids = orders.slice(at, at + ordersPerRead).map(({ id }) => id)
    for (const order of await loadOrdersWithRefunds(ctx, ids)) parts.push(...partsOf(order, eventId))
  }
  const returned = waysBack.map((by) => ({ by, amount: sum(parts.filter((part) => part.by === by).map(amountOf)) }))
  return {
    ...{ places: counts?.places ?? 0, families: counts?.families ?? 0, waiting: counts?.waiting ?? 0 },
    registrations: open?.found ?? 0,
    returned_by: returned.filter(({ amount }) => amount > 0),
  }
}

type Part = { by: WayBack; amount: number }
const amountOf = ({ amount }: Part): number => amount

// A paid order returns its places; an unpaid one ends as a whole, with all that was received for it.
function partsOf(order: PaidOrder, eventId: string): Part[] {
  if (order.status === 'paid') return split(order, amountOfPlaces(order, placesToEnd(order, eventId)))
  if (!orderStates.awaitingCustomer.has(order.status)) return []
  return paymentsToReturn(order).flatMap((payment) =>
    split({ payments: [payment], refunds: order.refunds }, remainingOf(payment, order.refunds)),
  )
}

const split = (order: Pick<PaidOrder, 'payments' | 'refunds'>, amount: number): Part[] =>
  returnParts(amount, order, 'original_method').map((part) => ({
    by: wayBack(part, order.payments),
    amount: part.amount,
  }))
