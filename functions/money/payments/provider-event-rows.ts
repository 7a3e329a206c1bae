import { eq, sql } from 'drizzle-orm'
import type { Db, Statement } from '../../platform/database/database.ts'
import { facts, providerEvents } from '../../platform/database/tables.ts'

type ProviderEventRow = typeof providerEvents.$inferSelect

/**
 * Stores a webhook event once; a repeated event changes nothing. Its job is in the same batch
 * (`store-provider-events.ts`), so it is queued once.
 */
export const insertProviderEvent = (db: Db, row: typeof providerEvents.$inferInsert): Statement =>
  db.insert(providerEvents).values(row).onConflictDoNothing()

/** An event by id; null if it was never received. */
export async function findProviderEvent(db: Db, id: string): Promise<ProviderEventRow | null> {
  const [row] = await db.select().from(providerEvents).where(eq(providerEvents.id, id))
  return row ?? null
}

/** Counts a payment that was found paid without a webhook event. Any event resets the count. */
export const countMissedReport = (db: Db, now: number) =>
  db
    .insert(facts)
    .values({ name: 'reports_missed', value: '1', updated: now })
    .onConflictDoUpdate({
      target: facts.name,
      set: {
        value: sql`CASE WHEN coalesce((SELECT max(received) FROM provider_events), 0) >= ${facts.updated} THEN '1' ELSE CAST(${facts.value} + 1 AS TEXT) END`,
        updated: now,
      },
    })
