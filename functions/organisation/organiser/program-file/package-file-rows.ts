import { among } from '../../../platform/database/json-lists.ts'
import { getTableColumns, type SQL, sql } from 'drizzle-orm'
import type { Db, Statement } from '../../../platform/database/database.ts'
import { guardThat, literal } from '../../../platform/database/guard.ts'
import { membershipPackages, sessionPackages } from '../../../platform/database/tables.ts'
import { upsert } from './upsert-rows.ts'

type Table = typeof sessionPackages | typeof membershipPackages

// The condition must be exactly that of the index order_items_by_package, or the database does not use the index.
const isSold = (table: Table) =>
  sql<number>`EXISTS (SELECT 1 FROM order_items AS oi WHERE oi.product_id = ${table}.id AND oi.type IN ('session_package', 'membership_package'))`

/** Packages of either kind that a query finds, and whether a customer has bought them, for one batch. */
export const storedPackages = (db: Db, idsOf: (table: 'session_packages' | 'membership_packages') => SQL) =>
  ({
    session_packages: db
      .select({ ...getTableColumns(sessionPackages), is_sold: isSold(sessionPackages) })
      .from(sessionPackages)
      .where(sql`${sessionPackages.id} IN ${idsOf('session_packages')} AND ${sessionPackages.is_of_membership} = 0`)
      .orderBy(sessionPackages.cost, sessionPackages.key),
    membership_packages: db
      .select({ ...getTableColumns(membershipPackages), is_sold: isSold(membershipPackages) })
      .from(membershipPackages)
      .where(sql`${membershipPackages.id} IN ${idsOf('membership_packages')}`)
      .orderBy(membershipPackages.cost, membershipPackages.key),
  }) as const

export const putSessionPackages = (db: Db, rows: (typeof sessionPackages.$inferInsert)[]) =>
  upsert(db, sessionPackages, rows, {
    at: [sessionPackages.program_id, sessionPackages.key],
    derived: [sessionPackages.is_of_membership],
  })
export const putMembershipPackages = (db: Db, rows: (typeof membershipPackages.$inferInsert)[]) =>
  upsert(db, membershipPackages, rows, { at: [membershipPackages.program_id, membershipPackages.key] })

/** Removes packages that no customer has bought. */
const dropPackages = (db: Db, table: Table, ids: string[]): Statement[] => [
  ...ids.map((id) =>
    guardThat(
      db,
      sql`NOT EXISTS (SELECT 1 FROM order_items AS oi WHERE oi.product_id = ${literal(id)} AND oi.type IN ('session_package', 'membership_package'))`,
      'state',
    ),
  ),
  db.delete(table).where(sql`${table.id} IN ${among(ids)}`),
]
export const dropSessionPackages = (db: Db, ids: string[]) => dropPackages(db, sessionPackages, ids)
export const dropMembershipPackages = (db: Db, ids: string[]) => dropPackages(db, membershipPackages, ids)
