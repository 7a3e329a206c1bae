// The tables of archives of customers' personal data, and of account deletions.
import { integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import type { ExportStatus } from '../../../contract/records/privacy.ts'

export const dataExports = sqliteTable('data_exports', {
  id: text().primaryKey(),
  user_id: text().notNull(),
  customer_id: text().notNull(),
  program_id: text().notNull(),
  status: text().$type<ExportStatus>().notNull(),
  storage_key: text().notNull(),
  size: integer(),
  created: integer().notNull(),
  expires_at: integer(),
  /** The sealed key of the archive's object; null for an archive that is not encrypted. */
  key_sealed: text(),
})

export const accountDeletions = sqliteTable('account_deletions', {
  id: text().primaryKey(),
  user_id: text().notNull(),
  customer_id: text().notNull(),
  program_id: text().notNull(),
  created: integer().notNull(),
  erase_at: integer().notNull(),
  withdrawn_at: integer(),
  completed_at: integer(),
  /**
   * The time at which the scheduler next checks the remaining orders. It is null before the erasure, and when all
   * orders are removed.
   */
  records_due_at: integer(),
})
