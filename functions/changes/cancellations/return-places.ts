import { returnable } from '../../contract/money/refund.ts'
import type { Actor } from '../../platform/actor.ts'
import type { Ctx } from '../../platform/context.ts'
import type { Statement } from '../../platform/database/database.ts'
import { guard } from '../../platform/database/guard.ts'
import { type DomainEvents, recordEvent } from '../../platform/database/outbox.ts'
import { releaseDiscounts } from '../../money/discounts/reserve-discounts.ts'
import { openOfItem, waiveParts } from '../../money/orders/instalments.ts'
import { moveOrder } from '../../money/orders/order-steps.ts'
import { createRefund } from '../../money/refunds/create-refund.ts'
import { everythingPaid } from '../../booking/registrations/cancellation-amount.ts'
import type { LoadedRegistration } from '../../booking/registrations/load-registration.ts'
import { transitionRegistration } from '../../booking/registrations/registration-steps.ts'
import { restOfOrder } from '../../booking/registrations/rest-of-order.ts'
import { lostByLeaving } from '../../offering/pricing/lost-discounts.ts'
import { aroundOf, type PaidOrder } from './cancel-place.ts'
import { cancelItem } from './cancellation-rows.ts'
import { sum } from '../../offering/pricing/shares.ts'

type Returning = { event_id: string; places: LoadedRegistration[]; actor: Actor }
/** An item to refund; `place` is null for a store product bought with a place. */
type Line = {
  place: LoadedRegistration | null
  item: PaidOrder['items'][number]
  back: ReturnType<typeof everythingPaid>
  /** A discount that earlier cancellations lost, and that the order no longer loses. */
  restored: number
}
const reason = 'event_cancelled'

/**
 * Statements that cancel the paid places of a cancelled event with the store products bought with them. All that was
 * paid for them is refunded, and an order with nothing left ends.
 */
export function returnPlaces(ctx: Ctx, order: PaidOrder, { event_id, places, actor }: Returning): Statement[] {
  const lines = withRestored(order, linesOf(order, places))
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
    ...lines.flatMap((line) => endLine(ctx, line, actor)),
    ...moveOrder(ctx, order, isLast ? 'cancelled' : 'paid', {
      actor,
      reason,
      set: isLast ? { amount_cancelled, cancel_reason: reason } : { amount_cancelled },
    }),
    ...waiveParts(ctx, order, [...ended], actor),
    ...(isLast ? releaseDiscounts(ctx, order) : []),
    ...(back > 0
      ? createRefund(ctx, order, {
          amount: back,
          dedupe: `event_cancelled:${event_id}:${order.id}`,
          reason,
          inputs,
          actor,
          priority: 'bulk',
        })
      : []),
    recordOrderEventCancelled(ctx, { order_id: order.id, event_id, returned: back, registration_ids }),
  ]
}

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

// What one item refunds is no longer available to the next.
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

function endLine(ctx: Ctx, line: Line, actor: Actor): Statement[] {
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
