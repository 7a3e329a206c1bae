import { eq, sql } from 'drizzle-orm'
import type { Db, Statement } from '../../platform/database/database.ts'
import {
  customers,
  programs,
  sessionCreditEntries,
  sessionCredits,
  sessionPackages,
  users,
} from '../../platform/database/tables.ts'
import { packageColumns } from './redemption-rows.ts'

/** Raises the total of limited credits, so that every visit that was used can still be returned. */
export const raiseTotal = (db: Db, id: string, by: number): Statement =>
  db
    .update(sessionCredits)
    .set({ amount: sql`${sessionCredits.amount} + ${by}` })
    .where(eq(sessionCredits.id, id))

/** An entry of the ledger with its package and its owner, for a mail. */
export const entryForMail = (db: Db, id: string) =>
  db
    .select({
      entry: sessionCreditEntries,
      available: sessionCredits.available,
      package: packageColumns,
      user: { email: users.email, language: users.language, is_active: users.is_active },
      program: { id: programs.id, country: programs.country, timezone: programs.timezone },
    })
    .from(sessionCreditEntries)
    .innerJoin(sessionCredits, eq(sessionCredits.id, sessionCreditEntries.session_credit_id))
    .innerJoin(sessionPackages, eq(sessionPackages.id, sessionCredits.package_id))
    .innerJoin(customers, eq(customers.id, sessionCredits.customer_id))
    .innerJoin(users, eq(users.id, customers.user_id))
    .innerJoin(programs, eq(programs.id, sessionCredits.program_id))
    .where(eq(sessionCreditEntries.id, id))
