// The tables of customers' balances with a program, and of the ledger behind them.
import { integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import type { BalanceEntryKind } from '../../../contract/money/account-balance.ts'

export const accountBalances = sqliteTable('account_balances', {
  id: text().primaryKey(),
  program_id: text().notNull(),
  customer_id: text().notNull(),
  customer_profile_id: text().notNull(),
  currency: text().notNull(),
  /** A positive amount is a credit, a negative amount is a debt. */
  amount: integer().notNull(),
  updated: integer().notNull(),
  /** The sum of the entries that were removed after their retention time. A trigger maintains it. */
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
  /** A unique key of the cause, so that one cause never makes two entries. */
  dedupe: text().notNull(),
  created: integer().notNull(),
})
