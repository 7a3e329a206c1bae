import { dayMs } from '../../contract/limits.ts'
import { and, asc, eq, lt, sql } from 'drizzle-orm'
import type { Db, Statement } from '../../platform/database/database.ts'
import { literal } from '../../platform/database/guard.ts'
import { eventOptions, optionPools, pools, registrations, waitlistEntries } from '../../platform/database/tables.ts'
import * as registrationStates from '../../contract/states/registration-states.ts'
import { statusList } from '../../platform/database/status-sql.ts'

export type EntryRow = typeof waitlistEntries.$inferSelect

/** Maximum entries read of one waitlist. */
const maxLine = 500
/** Waitlists end with the sales of their program if the sales end at most this long before the start. */
const longestSalesEndMs = 60 * dayMs
const waiting = statusList(registrationStates.waiting)
// Literals, so that SQLite uses the partial indexes of offered and waiting registrations.
const isOffered = sql`${registrations.status} = 'offered'`

export const insertEntry = (db: Db, row: typeof waitlistEntries.$inferInsert): Statement =>
  db.insert(waitlistEntries).values(row)

/** One entry by its id. */
export const entryById = (db: Db, id: string) => db.select().from(waitlistEntries).where(eq(waitlistEntries.id, id))

/** The entries of a customer for one event that got their offer in the same run, lowest id first. */
export const entriesOfferedWith = (db: Db, { customer_id, event_id, offered_at }: EntryRow) =>
  db
    .select({ id: waitlistEntries.id })
    .from(waitlistEntries)
    .where(
      and(
        eq(waitlistEntries.customer_id, customer_id),
        eq(waitlistEntries.event_id, event_id),
        offered_at === null ? sql`0` : eq(waitlistEntries.offered_at, offered_at),
      ),
    )
    .orderBy(asc(waitlistEntries.id))

/** The entry to which a registration on a waitlist belongs, or belonged before it got a place. */
export const entryOf = (db: Db, registrationId: string) =>
  db
    .select()
    .from(waitlistEntries)
    .where(eq(waitlistEntries.id, sql`(SELECT waitlist_entry_id FROM registrations WHERE id = ${registrationId})`))

/** The waiting entry of a customer with this group key. */
export const entryOfKey = (db: Db, key: { customer_id: string; event_id: string; group_key: string }) =>
  db
    .select()
    .from(waitlistEntries)
    .where(
      and(
        eq(waitlistEntries.customer_id, key.customer_id),
        eq(waitlistEntries.event_id, key.event_id),
        eq(waitlistEntries.group_key, key.group_key),
        eq(waitlistEntries.is_waiting, true),
      ),
    )

/** Changes an entry if its step is still the one that was read. */
export const changeEntry = (
  db: Db,
  read: EntryRow,
  change: Partial<Pick<EntryRow, 'offered_at' | 'joined_at'>>,
): Statement =>
  db
    .update(waitlistEntries)
    .set({ ...change, step: read.step + 1 })
    .where(
      and(eq(waitlistEntries.id, read.id), eq(waitlistEntries.step, read.step), eq(waitlistEntries.is_waiting, true)),
    )

/** Increases the number of times that an entry was skipped. */
export const skipEntry = (db: Db, id: string): Statement =>
  db
    .update(waitlistEntries)
    .set({ skips: sql`${waitlistEntries.skips} + 1` })
    .where(eq(waitlistEntries.id, id))

/** The waiting people of an event, oldest entry first. */
export const lineOf = (db: Db, eventId: string) =>
  db
    .select({
      entry: waitlistEntries,
      registration: {
        id: registrations.id,
        option_id: sql<string>`${registrations.option_id}`,
        status: registrations.status,
      },
    })
    .from(waitlistEntries)
    .innerJoin(
      registrations,
      and(
        eq(registrations.waitlist_entry_id, waitlistEntries.id),
        eq(registrations.event_id, eventId),
        sql`${registrations.status} IN ${waiting}`,
      ),
    )
    .where(and(eq(waitlistEntries.event_id, eventId), eq(waitlistEntries.is_waiting, true)))
    .orderBy(asc(waitlistEntries.created), asc(waitlistEntries.id), asc(registrations.id))
    .limit(maxLine)
export type LineRow = Awaited<ReturnType<typeof lineOf>>[number]

/** Places of an event's options, and of the pools they share. */
export const placesOf = (db: Db, eventId: string) =>
  db
    .select({
      option_id: eventOptions.id,
      spots_total: eventOptions.spots_total,
      spots_taken: eventOptions.spots_taken,
      pool: { id: pools.id, spots_total: pools.spots_total, spots_taken: pools.spots_taken },
    })
    .from(eventOptions)
    .leftJoin(optionPools, eq(optionPools.option_id, eventOptions.id))
    .leftJoin(pools, eq(pools.id, optionPools.pool_id))
    .where(eq(eventOptions.event_id, eventId))

/**
 * Condition that an entry still has as many waiting people as were read. A person who joined or left in the meantime
 * aborts the batch.
 */
export const hasWaitingCount = (entryId: string, count: number) =>
  sql`(SELECT count(*) FROM registrations WHERE waitlist_entry_id = ${literal(entryId)} AND status IN ${waiting}) = ${literal(count)}`

/** Condition that a customer waits for at most `max` places of a program. */
export const isWaitingAtMost = (whose: { customer_id: string; program_id: string }, max: number) =>
  sql`(SELECT count(*) FROM registrations WHERE customer_id = ${literal(whose.customer_id)} AND +program_id = ${literal(whose.program_id)} AND status IN ${waiting}) <= ${literal(max)}`

/** Events with waiting people where a place may be free or has a lapsed hold; the earliest first. */
export const eventsToOffer = (db: Db, now: number, limit: number) =>
  db.all<{ event_id: string }>(sql`
    SELECT w.event_id FROM (SELECT DISTINCT event_id, option_id FROM registrations WHERE status IN ${waiting}) AS w
      CROSS JOIN event_options AS o CROSS JOIN events AS e
    WHERE o.id = w.option_id AND e.id = w.event_id AND e.status = 'published' AND e.starts_at > ${now}
      AND coalesce(o.sale_starts_at, 0) <= ${now} AND o.is_closed = 0
      AND (o.spots_taken < o.spots_total OR EXISTS (
        SELECT 1 FROM registrations AS h WHERE h.option_id = o.id AND h.status = 'pending' AND h.hold_expires_at < ${now}))
    GROUP BY w.event_id ORDER BY min(e.starts_at) LIMIT ${limit}`)

/** Entries with an offer that has ended. */
export const lapsedOffers = (db: Db, now: number, limit: number) =>
  db
    .selectDistinct({ entry_id: sql<string>`${registrations.waitlist_entry_id}`, event_id: registrations.event_id })
    .from(registrations)
    .where(and(isOffered, lt(registrations.hold_expires_at, now)))
    .limit(limit)

/** Open offers with their start and end, the earliest end first. */
export const openOffers = (db: Db, now: number, limit: number) =>
  db
    .select({
      entry_id: waitlistEntries.id,
      offered_at: sql<number>`${waitlistEntries.offered_at}`,
      until: sql<number>`min(${registrations.hold_expires_at})`,
    })
    .from(registrations)
    .innerJoin(waitlistEntries, eq(waitlistEntries.id, registrations.waitlist_entry_id))
    .where(
      and(
        isOffered,
        sql`${registrations.hold_expires_at} >= ${now} AND ${registrations.hold_expires_at} < ${now + dayMs}`,
        sql`NOT EXISTS (SELECT 1 FROM outbox AS x WHERE x.dedupe = 'waitlist.offer_expiring:' || ${waitlistEntries.id})`,
      ),
    )
    .groupBy(waitlistEntries.id)
    .orderBy(sql`min(${registrations.hold_expires_at})`)
    .limit(limit)

/**
 * Upcoming events with people who wait for an option that may no longer be sold: it is closed, its sale has ended, or
 * its program ends sales some time before the start. The earliest first.
 */
export const eventsWithEndedSales = (db: Db, now: number, limit: number) =>
  db.all<{ event_id: string }>(sql`
    SELECT w.event_id FROM (SELECT DISTINCT event_id, option_id FROM registrations WHERE status IN ${waiting}) AS w
      CROSS JOIN event_options AS o CROSS JOIN events AS e CROSS JOIN programs AS p
    WHERE o.id = w.option_id AND e.id = w.event_id AND e.status = 'published' AND e.starts_at > ${now} AND p.id = e.program_id
      AND ((o.is_closed + o.is_removed > 0 AND coalesce(o.sale_starts_at, 0) <= ${now}) OR o.sale_ends_at < ${now}
        OR (o.sale_ends_at IS NULL AND coalesce(p.preferences ->> '$.default_sales_end', 'PT0S') <> 'PT0S'
          AND e.starts_at < ${now + longestSalesEndMs}))
    GROUP BY w.event_id ORDER BY min(e.starts_at) LIMIT ${limit}`)

/** Registrations that still wait for an event that has started. */
export const waitlistedForStartedEvents = (db: Db, now: number, limit: number) =>
  db.all<{ id: string }>(sql`
    SELECT r.id FROM registrations AS r CROSS JOIN events AS e
    WHERE r.status IN ${waiting} AND e.id = r.event_id AND e.starts_at <= ${now} LIMIT ${limit}`)
