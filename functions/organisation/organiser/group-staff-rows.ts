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

/** Gives the groups of copied events the staff members of their originals who are active. */
export const copyGroupStaff = (db: Db, copies: readonly { from: string; to: string }[]): Statement =>
  db
    .insert(groupStaff)
    .select(
      sql`SELECT copied.id, s.staff_id FROM json_each(${JSON.stringify(copies)}) AS pair
        CROSS JOIN event_groups AS original ON original.event_id = pair.value ->> '$.from'
        CROSS JOIN event_groups AS copied ON copied.event_id = pair.value ->> '$.to' AND copied.key = original.key
        CROSS JOIN group_staff AS s ON s.group_id = original.id
        CROSS JOIN staff_members AS m ON m.id = s.staff_id AND m.status = 'active' WHERE true`,
    )
    .onConflictDoNothing()
