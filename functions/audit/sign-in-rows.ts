import { and, count, countDistinct, gte, like } from 'drizzle-orm'
import type { Db } from '../database/database.ts'
import { attempts } from '../database/tables.ts'

/** Wrong tries to sign in since a moment, and of how many accounts; right ones are given back as they turn out to be. */
export async function countWrongAttempts(db: Db, since: number): Promise<{ tries: number; accounts: number }> {
  const [row] = await db
    .select({ tries: count(), accounts: countDistinct(attempts.scope) })
    .from(attempts)
    .where(and(gte(attempts.window_starts_at, since), like(attempts.scope, 'login:%')))
  return row ?? { tries: 0, accounts: 0 }
}
