import { dayMs } from '../../contract/limits.ts'
import { and, eq, isNotNull, lte, or, sql } from 'drizzle-orm'
import type { Db, Statement } from '../../platform/database/database.ts'
import { customers, programs, sessionCredits, sessionPackages, users } from '../../platform/database/tables.ts'

/** How long before credits expire their owner is notified, first and second time. */
const noticesMs = [14 * dayMs, 3 * dayMs] as const

/**
 * Expiring credits with a balance whose owner was not notified yet; a notice that was due before the purchase is
 * skipped.
 */
export function creditsToNotify(db: Db, now: number, max: number) {
  const due = noticesMs.map(
    (ahead, sent) =>
      sql`(${sessionCredits.expiry_mails} <= ${sent} AND ${sessionCredits.expires_at} <= ${now + ahead} AND ${sessionCredits.created} <= ${sessionCredits.expires_at} - ${ahead})`,
  )
  return db
    .select({
      id: sessionCredits.id,
      expires_at: sessionCredits.expires_at,
      created: sessionCredits.created,
      expiry_mails: sessionCredits.expiry_mails,
    })
    .from(sessionCredits)
    .where(
      and(
        sql`${sessionCredits.available} > 0`,
        isNotNull(sessionCredits.expires_at),
        sql`${sessionCredits.expires_at} > ${now}`,
        sql`${sessionCredits.expires_at} <= ${now + noticesMs[0]}`,
        or(...due),
      ),
    )
    .orderBy(sql`${sessionCredits.expires_at}`)
    .limit(max)
}

/** Number of the notification that is due; if both are due, the second. */
export const noticeOf = (expires_at: number, now: number): 1 | 2 => (expires_at <= now + noticesMs[1] ? 2 : 1)

/** Stores that the owner was notified. The batch must then abort if no row changed. */
export const markNotified = (db: Db, read: { id: string; expiry_mails: number }, mails: number): Statement =>
  db
    .update(sessionCredits)
    .set({ expiry_mails: mails })
    .where(and(eq(sessionCredits.id, read.id), eq(sessionCredits.expiry_mails, read.expiry_mails)))

/** Credits with their package and owner, for a mail. */
export const ownerOfCredits = (db: Db, id: string) =>
  db
    .select({
      credit: sessionCredits,
      package: { name: sessionPackages.name, translations: sessionPackages.translations },
      user: { email: users.email, language: users.language, is_active: users.is_active },
      program: { id: programs.id, country: programs.country, timezone: programs.timezone },
    })
    .from(sessionCredits)
    .innerJoin(sessionPackages, eq(sessionPackages.id, sessionCredits.package_id))
    .innerJoin(programs, eq(programs.id, sessionCredits.program_id))
    .innerJoin(customers, eq(customers.id, sessionCredits.customer_id))
    .innerJoin(users, eq(users.id, customers.user_id))
    .where(eq(sessionCredits.id, id))

/** Ended credits with a balance. The literal 0 lets SQLite use the partial index; a bound value would not. */
export const expiredCredits = (db: Db, now: number, max: number) =>
  db
    .select({ id: sessionCredits.id, available: sessionCredits.available, updated: sessionCredits.updated })
    .from(sessionCredits)
    .where(
      and(
        sql`${sessionCredits.available} > 0`,
        isNotNull(sessionCredits.expires_at),
        lte(sessionCredits.expires_at, now),
      ),
    )
    .orderBy(sql`${sessionCredits.expires_at}`)
    .limit(max)
