import { eq } from 'drizzle-orm'
import type { Db, Statement } from '../../platform/database/database.ts'
import { facts } from '../../platform/database/tables.ts'

const name = 'cards_refused'

/** Notes what the card provider said when it refused this site. */
export const insertCardsRefused = (db: Db, value: string, now: number): Statement =>
  db
    .insert(facts)
    .values({ name, value, updated: now })
    .onConflictDoUpdate({ target: facts.name, set: { value, updated: now } })

/** What it said last, and when; null where it refuses nothing. */
export async function findCardsRefused(db: Db): Promise<{ value: string; updated: number } | null> {
  const [row] = await db.select().from(facts).where(eq(facts.name, name))
  return row ?? null
}

/** For the batch in which a card's money came. */
export const clearCardsRefused = (db: Db): Statement => db.delete(facts).where(eq(facts.name, name))
