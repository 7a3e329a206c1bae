import { and, eq, sql } from 'drizzle-orm'
import type { Db, Statement } from '../../platform/database/database.ts'
import { among } from '../../platform/database/json-lists.ts'
import { groupStaff, staffMembers } from '../../platform/database/tables.ts'

/** Those of these staff members who are in the team of a program. */
export const staffOfProgram = (db: Db, program_id: string, ids: readonly string[]) =>
  db
    .select({ id: staffMembers.id })
    .from(staffMembers)
    .where(and(eq(staffMembers.program_id, program_id), sql`${staffMembers.id} IN ${among(ids)}`))

/** Replaces the staff members of a group. */
export const putGroupStaff = (db: Db, group_id: string, ids: readonly string[]): Statement[] => [
  db.delete(groupStaff).where(eq(groupStaff.group_id, group_id)),
  db
    .insert(groupStaff)
    .select(sql`SELECT ${group_id}, value FROM json_each(${JSON.stringify(ids)}) WHERE true`)
    .onConflictDoNothing(),
]
