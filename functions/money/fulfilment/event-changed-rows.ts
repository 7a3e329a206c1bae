import { and, sql } from 'drizzle-orm'
import type { Db, Statement } from '../../platform/database/database.ts'
import { priorities } from '../../platform/database/outbox.ts'
import { outbox, registrations } from '../../platform/database/tables.ts'
import * as registrationStates from '../../contract/states/registration-states.ts'
import * as orderStates from '../../contract/states/order-states.ts'
import { statusList } from '../../platform/database/status-sql.ts'

/** Rescheduled events as a JSON list of `{id, before}`, short enough for one parameter. */
type MovedEventsJson = string

/** Inserts `event.changed` for each of these events that has a booked place. */
export const insertEventsChanged = (
  db: Db,
  moved: MovedEventsJson,
  { changedAt, notifyAt, key }: { changedAt: number; notifyAt: number; key: string },
): Statement =>
  db
    .insert(outbox)
    .select(sql`SELECT NULL, 'event.changed', m.value ->> '$.id', 'event.changed:' || (m.value ->> '$.id') || ':' || ${key},
      json_object('before', json(m.value -> '$.before'), 'changed_at', ${changedAt}, 'notify_at', ${notifyAt}), ${priorities.bulk}, ${changedAt}, 0, NULL, NULL, NULL, NULL, NULL
    FROM json_each(${moved}) AS m
    WHERE EXISTS (SELECT 1 FROM registrations AS r WHERE r.event_id = m.value ->> '$.id' AND r.status IN ${statusList(registrationStates.booked)})`)
    .onConflictDoNothing()

/** Queues the check of the places that a membership opened, for each of these events that has such places. */
export const insertPlaceChecks = (
  db: Db,
  moved: MovedEventsJson,
  { changedAt, key }: { changedAt: number; key: string },
): Statement =>
  db
    .insert(outbox)
    .select(sql`SELECT NULL, 'event.check_places', m.value ->> '$.id', 'event.check_places:' || (m.value ->> '$.id') || ':' || ${key},
      '{}', ${priorities.bulk}, ${changedAt}, 0, NULL, NULL, NULL, NULL, NULL
    FROM json_each(${moved}) AS m CROSS JOIN events AS e ON e.id = m.value ->> '$.id'
    WHERE EXISTS (SELECT 1 FROM registrations AS r WHERE r.event_id = e.id AND r.status = 'confirmed'
      AND (r.session_credit_id IS NOT NULL OR e.restrict_to_package_ids <> '[]'))`)
    .onConflictDoNothing()

/**
 * Inserts a delivery for every order with a place in the event when it changed. An order that already has a pending
 * delivery keeps it, with the schedule before the first change.
 */
export const insertEventChangedDeliveries = (
  db: Db,
  { eventId, kind, before, changedAt, notifyAt }: EventChangedDeliveries,
): Statement =>
  db
    .insert(outbox)
    .select(sql`SELECT NULL, ${kind}, r.order_id, ${kind} || ':' || r.event_id || ':' || r.order_id || ':' || ${notifyAt}, json_object('event_id', r.event_id, 'before', json(${before})), ${priorities.bulk}, ${notifyAt}, 0, NULL, NULL, NULL, NULL, NULL
    FROM registrations AS r CROSS JOIN orders AS o ON o.id = r.order_id
    WHERE r.event_id = ${eventId} AND r.created <= ${changedAt} AND r.status IN ${statusList(registrationStates.booked)}
      AND o.status IN ${statusList(orderStates.placed)} GROUP BY r.event_id, r.order_id`)
    .onConflictDoNothing()

type EventChangedDeliveries = {
  eventId: string
  kind: string
  /** The schedule before the change, as JSON. */
  before: string
  changedAt: number
  notifyAt: number
}

/** Raises the sequences of the events' calendar entries, so that calendars accept the update (RFC 5545). */
export const incrementCalendarSequences = (db: Db, moved: MovedEventsJson, at: number): Statement =>
  db
    .update(registrations)
    .set({ sequence: sql`${registrations.sequence} + 1`, updated: at })
    .where(
      and(
        sql`${registrations.event_id} IN (SELECT value ->> '$.id' FROM json_each(${moved}))`,
        sql`${registrations.status} IN ${statusList(registrationStates.chosen)}`,
      ),
    )
