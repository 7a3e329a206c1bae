import { inArray, type SQL, sql } from 'drizzle-orm'
import type { Db, Statement } from '../../platform/database/database.ts'
import { type DomainEvent, priorities } from '../../platform/database/outbox.ts'
import type { Priority } from '../../platform/context.ts'
import { dayColumns, appointmentTypes, events, outbox } from '../../platform/database/tables.ts'
import { statusList } from '../../platform/database/status-sql.ts'
import * as eventStates from '../../contract/states/event-states.ts'

/** A reminder is due `leadMs` before a start. After an outage, missed reminders are sent within `catchUpMs`. */
export type ReminderInput = {
  kind: DomainEvent
  leadMs: number
  catchUpMs: number
  priority: Priority
  now: number
  /** The starts of the events with days that were called off; those of all other events are read from their rows. */
  shortened: readonly Start[]
}
type Start = { source_id: string; starts_at: number }

/** Number of reminders per run. */
const maxReminders = 1000

const startsOf = (shortened: readonly Start[], { from, until }: { from: number; until: number }): SQL => sql`
  SELECT x.value ->> '$.source_id' AS source_id, x.value ->> '$.starts_at' AS starts_at FROM json_each(${JSON.stringify(shortened)}) AS x
    WHERE x.value ->> '$.starts_at' > ${from} AND x.value ->> '$.starts_at' <= ${until}`

/** Starts of events in a time range; for a series, each of its dates. */
const eventStarts = (shortened: readonly Start[], { from, until }: { from: number; until: number }): SQL => sql`
  SELECT e.id AS source_id, e.starts_at AS starts_at FROM events AS e
    WHERE e.status IN ${statusList(eventStates.planned)} AND e.starts_at > ${from} AND e.starts_at <= ${until}
      AND (e.is_series = 0 OR e.series_dates = '[]') AND e.days_off = '[]'
  UNION ALL SELECT e.id, d.value ->> '$.starts_at' FROM events AS e, json_each(e.series_dates) AS d
    WHERE e.is_series = 1 AND e.ends_at > ${from} AND e.status IN ${statusList(eventStates.planned)} AND e.days_off = '[]'
      AND d.value ->> '$.starts_at' > ${from} AND d.value ->> '$.starts_at' <= ${until}
  UNION ALL ${startsOf(shortened, { from, until })}`

/** The events that begin before `until` and end after `from`, and have days that were called off. */
export const shortenedEvents = (db: Db, { from, until }: { from: number; until: number }) =>
  db
    .select({
      id: events.id,
      ...dayColumns,
      days_off: events.days_off,
    })
    .from(events)
    .where(
      // The plus signs keep the planner to the index of the few events with days off.
      sql`${events.days_off} <> '[]' AND +${events.status} IN ${statusList(eventStates.planned)} AND ${events.ends_at} > ${from} AND +${events.starts_at} <= ${until}`,
    )

// One outbox row per order, booking and start. Its key prevents a second row, and a rescheduled booking gets a new
// row.
const reminderRows = (input: ReminderInput, places: SQL, extra: SQL): SQL => sql`
  SELECT NULL, ${input.kind}, t.order_id, ${input.kind} || ':' || t.order_id || ':' || t.source_id || ':' || t.starts_at || ${extra},
    json_object('source_id', t.source_id, 'starts_at', t.starts_at), ${priorities[input.priority]}, ${input.now}, 0, NULL, NULL, NULL, NULL, NULL
  FROM (${places}) AS t JOIN orders AS o ON o.id = t.order_id
  WHERE o.paid_at <= t.starts_at - ${input.leadMs}
    AND NOT EXISTS (SELECT 1 FROM outbox AS w WHERE w.dedupe = ${input.kind} || ':' || t.order_id || ':' || t.source_id || ':' || t.starts_at || ${extra})
  GROUP BY t.order_id, t.source_id, t.starts_at LIMIT ${maxReminders}`

/**
 * Inserts a reminder for each order with confirmed places that start soon and were booked before the reminder was due.
 */
export function insertReminders(db: Db, input: ReminderInput): Statement {
  const until = input.now + input.leadMs
  const from = until - input.catchUpMs
  const places = sql`
    SELECT r.order_id, s.source_id, s.starts_at FROM (${eventStarts(input.shortened, { from, until })}) AS s CROSS JOIN registrations AS r
      WHERE r.event_id = s.source_id AND r.status = 'confirmed' AND r.order_id IS NOT NULL
    UNION ALL SELECT r.order_id, a.appointment_type_id, a.starts_at FROM appointment_slots AS a CROSS JOIN registrations AS r
      WHERE a.is_taken = 1 AND a.starts_at > ${from} AND a.starts_at <= ${until}
        AND r.id = a.registration_id AND r.status = 'confirmed' AND r.order_id IS NOT NULL`
  return db
    .insert(outbox)
    .select(reminderRows(input, places, sql`''`))
    .onConflictDoNothing()
}

const openWaiver = (registration: string) =>
  sql.raw(`NOT EXISTS (
  SELECT 1 FROM waiver_acceptances AS a WHERE a.registration_id = ${registration} AND a.waiver_id = w.id AND a.version = w.version)`)

/** Inserts a reminder for each order with a place whose waiver is not accepted, `days` before its start. */
export function insertWaiverReminders(db: Db, input: ReminderInput & { days: number }): Statement {
  const until = input.now + input.leadMs
  const from = until - input.catchUpMs
  const places = sql`
    SELECT r.order_id, s.source_id, s.starts_at FROM (
      SELECT f.id AS source_id, f.starts_at AS starts_at FROM events AS f
        WHERE f.status IN ${statusList(eventStates.planned)} AND f.starts_at > ${from} AND f.starts_at <= ${until} AND f.days_off = '[]'
      UNION ALL ${startsOf(input.shortened, { from, until })}
    ) AS s CROSS JOIN events AS e CROSS JOIN programs AS p CROSS JOIN waivers AS w CROSS JOIN registrations AS r
      WHERE e.id = s.source_id AND p.id = e.program_id AND w.id = coalesce(e.waiver_id, p.preferences ->> '$.default_event_waiver')
        AND r.event_id = e.id AND r.status = 'confirmed' AND r.order_id IS NOT NULL AND ${openWaiver('r.id')}`
  return db
    .insert(outbox)
    .select(reminderRows(input, places, sql`':' || ${input.days}`))
    .onConflictDoNothing()
}

/** The places of an order whose event still needs a waiver. */
export const placesWithoutWaiver = async (db: Db, order_id: string): Promise<string[]> =>
  (
    await db.all<{ id: string }>(sql`
      SELECT r.id FROM registrations AS r JOIN events AS e ON e.id = r.event_id JOIN programs AS p ON p.id = r.program_id
        JOIN waivers AS w ON w.id = coalesce(e.waiver_id, p.preferences ->> '$.default_event_waiver')
      WHERE r.order_id = ${order_id} AND r.status = 'confirmed' AND ${openWaiver('r.id')}`)
  ).map(({ id }) => id)

/** True if a waiver was signed for a place of an order. */
export const hasSignedWaiver = async (db: Db, order_id: string): Promise<boolean> =>
  (
    await db.all(
      sql`SELECT 1 FROM registrations AS r JOIN waiver_acceptances AS a ON a.registration_id = r.id WHERE r.order_id = ${order_id} AND r.status = 'confirmed' LIMIT 1`,
    )
  ).length > 0

/** The descriptions of events and appointment types. */
export const bookableTexts = (db: Db, ids: string[]) =>
  db
    .select({ id: events.id, description: events.description, translations: events.translations })
    .from(events)
    .where(inArray(events.id, ids))
    .unionAll(
      db
        .select({
          id: appointmentTypes.id,
          description: appointmentTypes.description,
          translations: appointmentTypes.translations,
        })
        .from(appointmentTypes)
        .where(inArray(appointmentTypes.id, ids)),
    )
