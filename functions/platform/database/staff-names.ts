// The members of a team in the history: who made a change, and by which name.
import { and, eq, sql } from 'drizzle-orm'
import { staffMembers, statusHistory } from './tables.ts'

/** The email that a staff member has once their account is erased. */
export const erasedStaffEmail = sql<string>`${staffMembers.id} || '@erased.invalid'`

/** A name of a staff member in the history; null once their account is erased. */
export const staffName = (name: typeof staffMembers.first_name | typeof staffMembers.last_name) =>
  sql<string | null>`iif(${staffMembers.email} = ${erasedStaffEmail}, NULL, ${name})`

/** Condition that a staff member made the change of a row of the history. */
export const actsInHistory = and(eq(statusHistory.actor_type, 'organiser'), eq(staffMembers.id, statusHistory.actor_id))
