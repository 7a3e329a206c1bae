import { eq } from 'drizzle-orm'
import type { Db, Statement } from '../../platform/database/database.ts'
import { facts } from '../../platform/database/tables.ts'

const name = 'cards_refused'

/** Stores the error with which the card provider rejected this site. */
export const insertCardsRefused = (db: Db, value: string, now: number): Statement =>
  db
    .insert(facts)
    .values({ name, value, updated: now })
    .onConflictDoUpdate({ target: facts.name, set: { value, updated: now } })

/** The last refusal and its time; null if there is none. */
export async function findCardsRefused(db: Db): Promise<{ value: string; updated: number } | null> {
  const [row] = await db.select().from(facts).where(eq(facts.name, name))
  return row ?? null
}

/** Clears the refusal. Part of the batch that records a successful card payment. */
export const clearCardsRefused = (db: Db): Statement => db.delete(facts).where(eq(facts.name, name))
