// The mailbox and the sandbox provider, empty where others are used.
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
})

export const sandboxRefunds = sqliteTable('sandbox_refunds', {
  id: text().primaryKey(),
  refund_id: text().notNull(),
  intent_id: text().notNull(),
  amount: integer().notNull(),
  created: integer().notNull(),
})
