import { and, eq, type SQL, sql } from 'drizzle-orm'
import type { Db } from '../../platform/database/database.ts'
import { literal } from '../../platform/database/guard.ts'
import { customerProfiles, customers, users } from '../../platform/database/tables.ts'

/** A customer of a program, with what says whether they can log in. */
export const personOfProgram = (db: Db, input: { program_id: string; customer_id: string }) =>
  db
    .select({ customer_id: customers.id, user_id: users.id, email: users.email, is_active: users.is_active })
    .from(customerProfiles)
    .innerJoin(customers, eq(customers.id, customerProfiles.customer_id))
    .innerJoin(users, eq(users.id, customers.user_id))
    .where(and(eq(customerProfiles.program_id, input.program_id), eq(customerProfiles.customer_id, input.customer_id)))

/** True while a record has no email and was neither merged nor erased. */
export const isWithoutLogIn = (user_id: string): SQL =>
  sql`(SELECT u.email = '' AND u.is_active = 1 FROM users AS u WHERE u.id = ${literal(user_id)})`

/** The archives and deletions of a customer, as subjects of the history. */
export const subjectsOfPrivacy = (customer_id: string): SQL =>
  sql`SELECT 'data_export', x.id FROM data_exports AS x WHERE x.customer_id = ${customer_id}
  UNION ALL SELECT 'account_deletion', d.id FROM account_deletions AS d WHERE d.customer_id = ${customer_id}`
