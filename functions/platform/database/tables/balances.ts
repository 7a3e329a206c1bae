// Customers' balances with a program, and the ledger behind them.
import { integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import type { BalanceEntryKind } from '../../../contract/money/account-balance.ts'

export const accountBalances = sqliteTable('account_balances', {
  id: text().primaryKey(),
  program_id: text().notNull(),
  customer_id: text().notNull(),
  customer_profile_id: text().notNull(),
  currency: text().notNull(),
  /** Positive: credit. Negative: debt. */
  amount: integer().notNull(),
  updated: integer().notNull(),
  /** Sum of entries that were removed after their retention time; maintained by a trigger. */
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
  /** Unique: the same cause is never entered twice. */
  dedupe: text().notNull(),
  created: integer().notNull(),
})
