// What reaches a user, and how.
import { integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import type { NotificationReason } from '../../contract/notification.ts'

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
