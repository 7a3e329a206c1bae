// The tables of the mailbox and of the sandbox provider. They are empty where real services are used.
import { integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'

export const mailbox = sqliteTable('mailbox', {
  id: integer().primaryKey(),
  dedupe: text().notNull(),
  recipient: text().notNull(),
  sender: text().notNull(),
  subject: text().notNull(),
  text: text().notNull(),
  html: text().notNull(),
  headers: text({ mode: 'json' }).$type<Record<string, string>>().notNull().default({}),
  attachments: text({ mode: 'json' })
    .$type<{ filename: string; content_type: string; content: string }[]>()
    .notNull()
    .default([]),
  created: integer().notNull(),
})

export const sandboxIntents = sqliteTable('sandbox_intents', {
  id: text().primaryKey(),
  payment_id: text().notNull(),
  order_id: text().notNull(),
  state: text().notNull(),
  amount: integer().notNull(),
  amount_received: integer().notNull().default(0),
  currency: text().notNull(),
  source: text(),
  decline: text(),
  bank_token: text(),
  return_url: text(),
  settles_at: integer(),
  created: integer().notNull(),
  updated: integer().notNull(),
  attempt: integer().notNull().default(0),
  customer_id: text(),
  /** True when the card is stored after a successful payment. */
  stores: integer({ mode: 'boolean' }).notNull().default(false),
  stored_source: text(),
})

export const sandboxRefunds = sqliteTable('sandbox_refunds', {
  id: text().primaryKey(),
  refund_id: text().notNull(),
  intent_id: text().notNull(),
  amount: integer().notNull(),
  created: integer().notNull(),
})

export const sandboxCustomers = sqliteTable('sandbox_customers', {
  id: text().primaryKey(),
  key: text().notNull(),
  default_source: text(),
  created: integer().notNull(),
  deleted_at: integer(),
})

/**
 * A stored card. Without a customer it is detached. `made_by` is the setup or intent that stored it, `card` the name of
 * its test card.
 */
export const sandboxSources = sqliteTable('sandbox_sources', {
  id: text().primaryKey(),
  made_by: text().notNull(),
  customer_id: text(),
  card: text().notNull(),
  created: integer().notNull(),
})

export const sandboxSetups = sqliteTable('sandbox_setups', {
  id: text().primaryKey(),
  setup_id: text().notNull(),
  customer_id: text().notNull(),
  state: text().notNull(),
  attempt: integer().notNull().default(0),
  card: text(),
  decline: text(),
  bank_token: text(),
  return_url: text(),
  created: integer().notNull(),
  updated: integer().notNull(),
})

export const sandboxDisputes = sqliteTable('sandbox_disputes', {
  id: text().primaryKey(),
  intent_id: text().notNull(),
  reason: text().notNull(),
  state: text().notNull(),
  created: integer().notNull(),
})
