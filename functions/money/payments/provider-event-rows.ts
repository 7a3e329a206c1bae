import { eq, sql } from 'drizzle-orm'
import type { Db, Statement } from '../../platform/database/database.ts'
import { facts, providerEvents } from '../../platform/database/tables.ts'

type ProviderEventRow = typeof providerEvents.$inferSelect

/** Keeps a webhook's event once: one that came before changes nothing. Its work is left in the same batch, by `take-reports.ts`, and so only once. */
export const insertProviderEvent = (db: Db, row: typeof providerEvents.$inferInsert): Statement =>
  db.insert(providerEvents).values(row).onConflictDoNothing()

/** One event, null for one that never came. */
export async function findProviderEvent(db: Db, id: string): Promise<ProviderEventRow | null> {
  const [row] = await db.select().from(providerEvents).where(eq(providerEvents.id, id))
  return row ?? null
}

/** A payment was found paid that no report had told of; those in a row are counted, and any report begins the row again. */
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
