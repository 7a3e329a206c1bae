import type { Db } from './database.ts'
import { facts } from './tables.ts'

/** When the clock last ran, for the health of the installation. */
export async function noteClockRan(db: Db, now: number): Promise<void> {
  await db
    .insert(facts)
    .values({ name: 'last_scheduled', value: String(now), updated: now })
    .onConflictDoUpdate({ target: facts.name, set: { value: String(now), updated: now } })
}
