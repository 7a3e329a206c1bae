import { and, eq, sql } from 'drizzle-orm'
import type { BillingStatus } from '../contract/program-billing.ts'
import type { Db, Statement } from '../database/database.ts'
import { programBilling, programs } from '../database/tables.ts'

/** A program with its contract; of one that was never changed only the status is known. */
export const billingOf = (db: Db, programId: string) =>
  db
    .select({ program_id: programs.id, status: sql<BillingStatus>`${programs.billing_status}`, terms: programBilling })
    .from(programs)
    .leftJoin(programBilling, eq(programBilling.program_id, programs.id))
    .where(eq(programs.id, programId))
export type BillingRow = Awaited<ReturnType<typeof billingOf>>[number]

/** The status of a program, changed from the one that was read; the guard of the batch follows it. */
export const moveBilling = (db: Db, read: BillingRow, status: BillingStatus): Statement =>
  db
    .update(programs)
    .set({ billing_status: status })
    .where(and(eq(programs.id, read.program_id), eq(programs.billing_status, read.status)))

/** The terms of a contract. The history row of the same batch lets one of two rivals win. */
export const putBilling = (db: Db, row: typeof programBilling.$inferInsert): Statement =>
  db.insert(programBilling).values(row).onConflictDoUpdate({ target: programBilling.program_id, set: row })
