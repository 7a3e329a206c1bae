// The tables of records of every write, and of facts about the installation.
import { integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import type { InsightEvent, InsightType } from '../../../contract/records/insight.ts'

export const statusHistory = sqliteTable(
  'status_history',
  {
    object: text().notNull(),
    object_id: text().notNull(),
    step: integer().notNull(),
    from_status: text(),
    to_status: text().notNull(),
    actor_type: text().notNull(),
    actor_id: text(),
    reason: text(),
    at: integer().notNull(),
    write_marker: text(),
    /** Words of the organisation's staff about the change. */
    note: text(),
  },
  (table) => [primaryKey({ columns: [table.object, table.object_id, table.step] })],
)

export const outbox = sqliteTable('outbox', {
  id: integer().primaryKey(),
  kind: text().notNull(),
  ref: text().notNull(),
  dedupe: text().notNull(),
  body: text({ mode: 'json' }).$type<Record<string, unknown>>().notNull().default({}),
  /** 0 is for codes and security, 1 for mails that one person waits for, 2 for bulk mails. */
  priority: integer().notNull().default(1),
  due_at: integer().notNull(),
  attempts: integer().notNull().default(0),
  leased_until: integer(),
  done_at: integer(),
  dead_at: integer(),
  last_error: text(),
  /** The first due time of a row that failed; null for one that never failed. */
  first_due_at: integer(),
})

export const idempotencyKeys = sqliteTable(
  'idempotency_keys',
  {
    scope: text().notNull(),
    key: text().notNull(),
    fingerprint: text().notNull(),
    created_location: text(),
    status: integer(),
    body: text(),
    created: integer().notNull(),
    write_marker: text(),
  },
  (table) => [primaryKey({ columns: [table.scope, table.key] })],
)

export const facts = sqliteTable('facts', {
  name: text().primaryKey(),
  value: text().notNull(),
  updated: integer().notNull(),
})

// Events that visitors cause on the site, without personal data.

export const insightEvents = sqliteTable('insight_events', {
  id: integer().primaryKey(),
  type: text().$type<InsightType>().notNull(),
  url: text().notNull(),
  program_id: text(),
  props: text({ mode: 'json' }).$type<InsightEvent['props']>().notNull(),
  created: integer().notNull(),
})

/** The HTML of an organisation's Markdown, by the hash of the Markdown. */
export const renderedTexts = sqliteTable('rendered_texts', {
  hash: text().primaryKey(),
  html: text().notNull(),
  created: integer().notNull(),
})
