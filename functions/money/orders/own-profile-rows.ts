import { and, eq, sql } from 'drizzle-orm'
import type { Db } from '../../platform/database/database.ts'
import { customerProfiles, programs } from '../../platform/database/tables.ts'
import { programColumns } from './order-rows.ts'

const balanceOfProfile = sql<
  number | null
>`(SELECT b.amount FROM account_balances AS b WHERE b.customer_profile_id = ${customerProfiles.id} AND b.currency = ${programs.default_currency})`
/** A customer's profile in a program, with the program and the balance there. */
export const ownProfile = (db: Db, input: { profile_id: string; customer_id: string }) =>
  db
    .select({ profile: { id: customerProfiles.id }, program: programColumns, balance: balanceOfProfile })
    .from(customerProfiles)
    .innerJoin(programs, eq(programs.id, customerProfiles.program_id))
    .where(and(eq(customerProfiles.id, input.profile_id), eq(customerProfiles.customer_id, input.customer_id)))

/** A program, with the customer's profile and balance there, or null before they join it. */
export const ownProgram = (db: Db, input: { program_id: string; customer_id: string }) =>
  db
    .select({ profile_id: customerProfiles.id, program: programColumns, balance: balanceOfProfile })
    .from(programs)
    .leftJoin(
      customerProfiles,
      and(eq(customerProfiles.program_id, programs.id), eq(customerProfiles.customer_id, input.customer_id)),
    )
    .where(eq(programs.id, input.program_id))
