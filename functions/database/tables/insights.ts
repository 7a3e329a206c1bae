// What happened on the site, without who it was.
import { integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import type { InsightEvent, InsightType } from '../../contract/insight.ts'

export const insightEvents = sqliteTable('insight_events', {
  id: integer().primaryKey(),
  type: text().$type<InsightType>().notNull(),
  url: text().notNull(),
  program_id: text(),
  props: text({ mode: 'json' }).$type<InsightEvent['props']>().notNull(),
  created: integer().notNull(),
})
