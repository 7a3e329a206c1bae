// What customers have with a program, and the ledger it is the sum of.
import { integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import type { BalanceEntryKind } from '../../../contract/money/account-balance.ts'

export const accountBalances = sqliteTable('account_balances', {
  id: text().primaryKey(),
  program_id: text().notNull(),
  customer_id: text().notNull(),
  customer_profile_id: text().notNull(),
  currency: text().notNull(),
  /** Positive: to be spent. Negative: owed. */
  amount: integer().notNull(),
  updated: integer().notNull(),
  /** What entries came to that were removed after their time; kept by a trigger. */
  amount_removed: integer().notNull().default(0),
})

export const accountBalanceEntries = sqliteTable('account_balance_entries', {
  id: text().primaryKey(),
  program_id: text().notNull(),
  customer_id: text().notNull(),
  customer_profile_id: text().notNull(),
  currency: text().notNull(),
  kind: text().$type<BalanceEntryKind>().notNull(),
  amount: integer().notNull(),
  order_id: text(),
  refund_id: text(),
  note: text(),
  /** Makes it once: the same cause is never entered twice. */
  dedupe: text().notNull(),
  created: integer().notNull(),
})
