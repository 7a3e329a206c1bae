// The tables of a user's notifications, and of their channels.
import { integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import type { NotificationOutcome, NotificationReason } from '../../../contract/delivery/notification.ts'
import type { PushStatus } from '../../../contract/delivery/push-subscription.ts'

export const notificationSettings = sqliteTable(
  'notification_settings',
  {
    user_id: text().notNull(),
    reason: text().$type<NotificationReason>().notNull(),
    email: integer({ mode: 'boolean' }),
    push: integer({ mode: 'boolean' }),
    updated: integer().notNull(),
  },
  (table) => [primaryKey({ columns: [table.user_id, table.reason] })],
)

export const notifications = sqliteTable('notifications', {
  id: text().primaryKey(),
  user_id: text().notNull(),
  program_id: text(),
  reason: text().$type<NotificationReason>().notNull(),
  outcome: text().$type<NotificationOutcome>(),
  order_id: text(),
  registration_id: text(),
  event_id: text(),
  amount: integer(),
  currency: text(),
  dedupe: text().notNull(),
  created: integer().notNull(),
  read_at: integer(),
  archived_at: integer(),
})

export const pushSubscriptions = sqliteTable('push_subscriptions', {
  id: text().primaryKey(),
  user_id: text().notNull(),
  session_id: text(),
  program_id: text(),
  endpoint: text().notNull(),
  p256dh: text().notNull(),
  auth: text().notNull(),
  public_key: text().notNull(),
  status: text().$type<PushStatus>().notNull().default('active'),
  failures: integer().notNull().default(0),
  stale_since: integer(),
  browser: text(),
  system: text(),
  created: integer().notNull(),
  updated: integer().notNull(),
  reached_at: integer(),
})

export const pushTests = sqliteTable('push_tests', {
  user_id: text().primaryKey(),
  since: integer().notNull(),
  sent: integer().notNull(),
})
