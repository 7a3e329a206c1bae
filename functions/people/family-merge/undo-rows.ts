import { among } from '../../platform/database/json-lists.ts'
import { sealedColumns } from '../../contract/people/attendee-fields.ts'
import { and, eq, getTableColumns, type SQL, sql } from 'drizzle-orm'
import type { SQLiteTable } from 'drizzle-orm/sqlite-core'
import { hasAny } from '../../platform/database/attendee-visibility.ts'
import type { Db, Statement } from '../../platform/database/database.ts'
import {
  attendeeProfiles,
  attendees,
  healthReads,
  orderItems,
  registrations,
  relations,
  memberships,
  redemptions,
  sessionCredits,
  waiverAcceptances,
} from '../../platform/database/tables.ts'

/** One stored row of a table, by column name. */
export type StoredRow = Record<string, string | number | null>
const columnsOf = (table: SQLiteTable, row: StoredRow): Record<string, SQL> =>
  Object.fromEntries(Object.entries(getTableColumns(table)).map(([key, { name }]) => [key, sql`${row[name] ?? null}`]))

export const takeBack = (db: Db, id: string): Statement =>
  db.update(attendees).set({ merged_into: null }).where(eq(attendees.id, id))
export const restoreAttendee = (db: Db, row: StoredRow): Statement =>
  db
    .update(attendees)
    .set(columnsOf(attendees, row))
    .where(eq(attendees.id, String(row.id)))
/**
 * Restores a profile except for what other code maintains: triggers keep the count of registrations and `is_archived`,
 * status and step have a history, and an organisation's archiving stays.
 */
export function restoreProfile(db: Db, row: StoredRow): Statement {
  const {
    num_registrations: _,
    is_archived: __,
    status: ___,
    step: ____,
    archived_by_program_at: _____,
    ...columns
  } = columnsOf(attendeeProfiles, row)
  return db
    .update(attendeeProfiles)
    .set(columns)
    .where(eq(attendeeProfiles.id, String(row.id)))
}
const relationOf = (row: StoredRow, attendeeId: string) =>
  and(eq(relations.customer_id, String(row.customer_id)), eq(relations.attendee_id, attendeeId))
/** Moves a customer's relation from the remaining record back to its own. */
export const moveRelation = (db: Db, row: StoredRow, merge_into: string): Statement =>
  db
    .update(relations)
    .set({ attendee_id: String(row.attendee_id) })
    .where(relationOf(row, merge_into))
/** Restores the name and rights of a relation. */
export function restoreRelation(db: Db, row: StoredRow): Statement {
  const { customer_id: _, attendee_id, ...columns } = columnsOf(relations, row)
  return db
    .update(relations)
    .set(columns)
    .where(relationOf(row, String(row.attendee_id)))
}
export const insertStoredRelation = (db: Db, row: StoredRow): Statement =>
  db.insert(relations).values(columnsOf(relations, row) as never)

/** Moves registrations, waivers and reads back to their own record. */
export function moveBack(
  db: Db,
  id: string,
  before: {
    registrations: StoredRow[]
    credits?: StoredRow[]
    memberships?: StoredRow[]
    items?: StoredRow[]
    redemptions?: StoredRow[]
    waivers: string[]
    reads: number[]
  },
) {
  const formerProfile = (rows: readonly StoredRow[], of: SQL) =>
    sql`(SELECT value ->> '$.attendee_profile_id' FROM json_each(${JSON.stringify(rows)}) WHERE value ->> '$.id' = ${of})`
  const bought = [
    { table: sessionCredits, rows: before.credits ?? [] },
    { table: memberships, rows: before.memberships ?? [] },
    { table: orderItems, rows: before.items ?? [] },
    { table: redemptions, rows: before.redemptions ?? [] },
  ] as const
  return [
    ...bought.map(({ table, rows }) =>
      db
        .update(table)
        .set({ attendee_profile_id: formerProfile(rows, sql`${table.id}`) })
        .where(sql`${table.id} IN ${among(rows.map((row) => row.id))}`),
    ),
    db
      .update(registrations)
      .set({
        attendee_id: id,
        attendee_profile_id: formerProfile(before.registrations, sql`${registrations.id}`),
      })
      .where(sql`${registrations.id} IN ${among(before.registrations.map((row) => row.id))}`),
    db
      .update(waiverAcceptances)
      .set({ on_behalf_of_attendee_id: id })
      .where(sql`${waiverAcceptances.id} IN ${among(before.waivers)}`),
    db
      .update(healthReads)
      .set({ attendee_id: id })
      .where(sql`${healthReads.id} IN ${among(before.reads)}`),
  ]
}

/** A read of the merged record's notes was a read of both, so the log of the restored record gets a copy. */
export const copyReads = (db: Db, merge: { merge_from: string; merge_into: string; created: number }): Statement =>
  db.insert(healthReads).select(
    sql`SELECT NULL, a.id, h.customer_id, h.at, h.program_id, h.reader_id, h.role, h.seen_on, h.reason FROM health_reads AS h CROSS JOIN attendees AS a
      WHERE h.attendee_id = ${merge.merge_into} AND h.at > ${merge.created} AND a.id = ${merge.merge_from}
        AND ${hasAny('a', sealedColumns)}`,
  )
