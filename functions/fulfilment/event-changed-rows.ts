import { and, sql } from 'drizzle-orm'
import type { Db, Statement } from '../database/database.ts'
import { outbox, registrations } from '../database/tables.ts'

/** Moved events as a JSON list of `{id, before}`, short enough for one parameter. */
type Moved = string

/** An outbox row for every order with a living place of these events. Whoever is to be told already is told once, of what was before the first change. */
export const ordersToTellOfChange = (db: Db, moved: Moved, dueAt: number): Statement =>
  db
    .insert(outbox)
    .select(sql`SELECT NULL, 'mail.event_changed', r.order_id, 'mail.event_changed:' || r.event_id || ':' || r.order_id || ':' || ${dueAt}, json_object('event_id', r.event_id, 'before', json(m.value -> '$.before')), ${dueAt}, 0, NULL, NULL, NULL, NULL
    FROM json_each(${moved}) AS m CROSS JOIN registrations AS r ON r.event_id = m.value ->> '$.id' CROSS JOIN orders AS o ON o.id = r.order_id
    WHERE r.status IN ('pending', 'confirmed') AND o.status IN ('pending', 'requires_action', 'processing', 'paid') GROUP BY r.event_id, r.order_id`)
    .onConflictDoNothing()

/** Calendars that hold a place of these events take what they are sent for newer than what they have (RFC 5545). */
export const calendarsToRenew = (db: Db, moved: Moved, at: number): Statement =>
  db
    .update(registrations)
    .set({ sequence: sql`${registrations.sequence} + 1`, updated: at })
    .where(
      and(
        sql`${registrations.event_id} IN (SELECT value ->> '$.id' FROM json_each(${moved}))`,
        sql`${registrations.status} IN ('pending', 'confirmed')`,
      ),
    )
