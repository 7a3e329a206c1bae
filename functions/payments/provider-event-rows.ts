import { eq } from 'drizzle-orm'
import type { Db, Statement } from '../database/database.ts'
import { providerEvents } from '../database/tables.ts'

type ProviderEventRow = typeof providerEvents.$inferSelect

/** Keeps a webhook's event once: one that came before changes nothing. Its work is left in the same batch, by `take-reports.ts`, and so only once. */
export const insertProviderEvent = (db: Db, row: typeof providerEvents.$inferInsert): Statement =>
  db.insert(providerEvents).values(row).onConflictDoNothing()

/** One event, null for one that never came. */
export async function findProviderEvent(db: Db, id: string): Promise<ProviderEventRow | null> {
  const [row] = await db.select().from(providerEvents).where(eq(providerEvents.id, id))
  return row ?? null
}
