import { returnable } from '../../contract/money/refund.ts'
import type { Actor } from '../../platform/actor.ts'
import type { CancelReason } from '../../contract/money/order.ts'
import type { Ctx, Priority } from '../../platform/context.ts'
import type { Statement } from '../../platform/database/database.ts'
import { guard } from '../../platform/database/guard.ts'
import { type DomainEvents, recordEvent } from '../../platform/database/outbox.ts'
import { releaseDiscounts } from '../../money/discounts/reserve-discounts.ts'
import { openOfItem, waiveParts } from '../../money/orders/instalments.ts'
import { transitionOrder } from '../../money/orders/order-steps.ts'
import { createRefund } from '../../money/refunds/create-refund.ts'
import { everythingPaid } from '../../booking/registrations/cancellation-amount.ts'
import type { LoadedRegistration } from '../../booking/registrations/load-registration.ts'
import { transitionRegistration } from '../../booking/registrations/registration-steps.ts'
import { restOfOrder } from '../../booking/registrations/rest-of-order.ts'
import { lostByLeaving } from '../../offering/pricing/lost-discounts.ts'
import { aroundOf, type PaidOrder } from './cancel-place.ts'
import { cancelItem } from './cancellation-rows.ts'
import { sum } from '../../offering/pricing/shares.ts'

type Returning = {
  places: LoadedRegistration[]
  actor: Actor
  cause: Cause
}
type Cause = {
  reason: string
  /** The reason of an order with nothing left. */
  ended: CancelReason
  dedupe: string
  priority: Priority
  /** The event that tells the customer how much goes back. */
  event: (returned: number, registration_ids: string[]) => Statement
}
/** An item to refund; `place` is null for a store product bought with a place. */
type Line = {
  place: LoadedRegistration | null
  item: PaidOrder['items'][number]
  back: ReturnType<typeof everythingPaid>
  /** A discount that earlier cancellations lost, and that the order no longer loses. */
  restored: number
}

/** Why the places of a cancelled event are returned. */
export const eventCancelled = (ctx: Ctx, about: { event_id: string; order_id: string }): Cause => ({
  reason: 'event_cancelled',
  ended: 'event_cancelled',
  dedupe: `event_cancelled:${about.event_id}:${about.order_id}`,
  priority: 'bulk',
  event: (returned, registration_ids) => recordOrderEventCancelled(ctx, { ...about, returned, registration_ids }),
})

/**
 * Statements that cancel paid places that their customer did not cancel, with the store products bought with them. All
 * that was paid for them is refunded, and an order with nothing left ends.
 */
export function returnPlaces(ctx: Ctx, order: PaidOrder, { places, actor, cause }: Returning): Statement[] {
  const { reason } = cause
  const lines = linesToReturn(order, places)
  const back = sum(lines.map(refundOf))
  const ended = new Set(lines.map(({ item }) => item.id))
  const isLast = order.items.every((item) => item.cancelled_at !== null || ended.has(item.id))
  const amount_cancelled = order.amount_cancelled + back
  const registration_ids = lines.flatMap(({ place }) => (place ? [place.registration.id] : []))
  const inputs = {
    places: lines.map((line) => ({
      ...(line.place ? { registration_id: line.place.registration.id } : { item_id: line.item.id }),
      amount: refundOf(line),
      ...line.back,
    })),
  }
  return [
    ...lines.flatMap((line) => endLine(ctx, line, { actor, reason })),
    ...transitionOrder(ctx, order, isLast ? 'cancelled' : 'paid', {
      actor,
      reason,
      set: isLast ? { amount_cancelled, cancel_reason: cause.ended } : { amount_cancelled },
    }),
    ...waiveParts(ctx, order, [...ended], actor),
    ...(isLast ? releaseDiscounts(ctx, order) : []),
    ...(back > 0
      ? createRefund(ctx, order, {
          amount: back,
          dedupe: cause.dedupe,
          reason,
          inputs,
          actor,
          priority: cause.priority,
        })
      : []),
    cause.event(back, registration_ids),
  ]
}

/** What `returnPlaces` refunds. */
export const amountOfPlaces = (order: PaidOrder, places: LoadedRegistration[]): number =>
  sum(linesToReturn(order, places).map(refundOf))

const linesToReturn = (order: PaidOrder, places: LoadedRegistration[]): Line[] =>
  withRestored(order, linesOf(order, places))

/** Records once per order and event that an order's part in a cancelled event has ended. */
export function recordOrderEventCancelled(
  ctx: Ctx,
  { order_id, ...body }: DomainEvents['order.event_cancelled'] & { order_id: string },
): Statement {
  return recordEvent(ctx, {
    kind: 'order.event_cancelled',
    ref: order_id,
    key: `${body.event_id}:${order_id}`,
    body,
  })
}

// The refund of one item reduces the remainder for the next item.
function linesOf(order: PaidOrder, places: LoadedRegistration[]): Line[] {
  let remaining = returnable(order)
  const open = order.items.filter(({ cancelled_at }) => cancelled_at === null)
  return places.flatMap((place) => {
    const item = open.find((each) => each.registration_id === place.registration.id)
    if (!item) return []
    return [item, ...open.filter(({ parent }) => parent === item.id)].map((each) => {
      const back = everythingPaid(each, remaining, openOfItem(order, each.id))
      remaining -= back.total
      return { place: each === item ? place : null, item: each, back, restored: 0 }
    })
  })
}

// The first place also refunds the discounts that earlier cancellations lost, unless the remaining items lose them
// now.
function withRestored(order: PaidOrder, lines: Line[]): Line[] {
  const [first, ...others] = lines
  if (!first?.place) return lines
  const leaving = new Set(others.flatMap(({ place }) => (place ? [place.registration.id] : [])))
  const around = restOfOrder(aroundOf(order), first.place.registration.id, leaving)
  const restored = around ? Math.max(0, -lostByLeaving(around, first.back.total).amount) : 0
  return [{ ...first, restored }, ...others]
}

const refundOf = ({ back, restored }: Line): number => back.total + restored

function endLine(ctx: Ctx, line: Line, { actor, reason }: { actor: Actor; reason: string }): Statement[] {
  const { place, item, back, restored } = line
  return [
    ...(place
      ? transitionRegistration(ctx, place, 'cancelled', {
          actor,
          reason,
          set: { cancelled_at: ctx.now, cancel_reason: reason, hold_expires_at: null },
        })
      : []),
    cancelItem(ctx.db, item.id, {
      at: ctx.now,
      amount: refundOf(line),
      ...(restored > 0 ? { refund_policy: back.total, discount_lost: -restored } : {}),
    }),
    guard(ctx.db, 'state'),
  ]
}
