import { and, asc, count, desc, eq, isNull, type SQL, sql } from 'drizzle-orm'
import type { MachineClientListQuery } from '../../contract/people/machine-client.ts'
import type { Db, Statement } from '../../platform/database/database.ts'
import { literal } from '../../platform/database/guard.ts'
import { machineClients } from '../../platform/database/tables.ts'

export type ClientRow = typeof machineClients.$inferSelect
type Which = { program_id: string; id: string }

/** Maximum number of clients of a program that are not revoked. */
const maxClients = 50

export const insertClient = (db: Db, row: typeof machineClients.$inferInsert): Statement =>
  db.insert(machineClients).values(row)

/** Condition that a program has no more than its maximum of clients. */
export const mayMakeClient = (program_id: string): SQL =>
  sql`(SELECT count(*) FROM machine_clients AS c WHERE c.program_id = ${literal(program_id)} AND c.revoked_at IS NULL) <= ${literal(maxClients)}`

const that = ({ program_id, id }: Which) => and(eq(machineClients.id, id), eq(machineClients.program_id, program_id))
export const clientById = (db: Db, which: Which) => db.select().from(machineClients).where(that(which))

export const revokeClient = (db: Db, { at, ...which }: Which & { at: number }): Statement =>
  db
    .update(machineClients)
    .set({ revoked_at: at })
    .where(and(that(which), isNull(machineClients.revoked_at)))

/** One page of a program's clients and their number, for one batch. */
export const pageOfClients = (db: Db, input: MachineClientListQuery & { program_id: string }) =>
  [
    db
      .select()
      .from(machineClients)
      .where(eq(machineClients.program_id, input.program_id))
      .orderBy(...[machineClients.created, machineClients.id].map(input.order === 'asc' ? asc : desc))
      .limit(input.limit)
      .offset(input.skip),
    db.select({ total: count() }).from(machineClients).where(eq(machineClients.program_id, input.program_id)),
  ] as const
