import { minuteMs } from '../../contract/limits.ts'
import type { Ctx } from '../../platform/context.ts'
import { chunk } from '../../platform/database/json-lists.ts'
import type { Statement } from '../../platform/database/database.ts'
import {
  type DeliveryKind,
  type DomainEvents,
  type EventSchedule,
  recordOutboxRows,
} from '../../platform/database/outbox.ts'
import {
  incrementCalendarSequences,
  insertEventChangedDeliveries,
  insertEventsChanged,
  insertPlaceChecks,
} from './event-changed-rows.ts'
import type { OutboxRow } from '../../platform/database/outbox-rows.ts'
import { insertOrderChange } from './order-change-rows.ts'

/** Changes within this time share one mail at its end, so that a quickly corrected mistake causes no mail. */
const notifyTogetherMs = 10 * minuteMs

/**
 * Statements for the batch that reschedules events: `event.changed` for each, a check of the places that a membership
 * opened, and new sequences for the calendar entries. `organisation/organiser/program-file/event-move.ts` decides what
 * counts as rescheduled; places stay booked. The mail is `mail-event-changed.ts`.
 */
export function recordEventsChanged(ctx: Ctx, moved: { id: string; before: EventSchedule }[]): Statement[] {
  if (moved.length > 0) recordOutboxRows(ctx, 'bulk')
  const notifyAt = (Math.floor(ctx.now / notifyTogetherMs) + 1) * notifyTogetherMs
  return chunk(moved).flatMap((part) => [
    insertEventsChanged(ctx.db, part, { changedAt: ctx.now, notifyAt, key: ctx.writeMarker }),
    insertPlaceChecks(ctx.db, part, { changedAt: ctx.now, key: ctx.writeMarker }),
    incrementCalendarSequences(ctx.db, part, ctx.now),
  ])
}

/** Statement that makes calendars read the entries of an event again. */
export const refreshCalendars = (ctx: Ctx, eventId: string): Statement =>
  incrementCalendarSequences(ctx.db, JSON.stringify([{ id: eventId }]), ctx.now)

/** The deliveries of `event.changed`: one for each order with a place of the event. */
export function deliverToEventCustomers(
  ctx: Ctx,
  event: { ref: string; body: Record<string, unknown> },
  kind: DeliveryKind,
): Statement {
  const { before, changed_at, notify_at } = event.body as DomainEvents['event.changed']
  return insertEventChangedDeliveries(ctx.db, {
    eventId: event.ref,
    kind,
    before: JSON.stringify(before),
    changedAt: changed_at,
    notifyAt: notify_at,
  })
}

/**
 * The delivery for a cancelled or moved place, combined with others of its order. Null for a paid move, whose receipt
 * is sent at once.
 */
export const deliverOrderChange = (ctx: Ctx, event: OutboxRow): Statement | null =>
  Number(event.body['paid'] ?? 0) > 0 ? null : insertOrderChange(ctx, event)
