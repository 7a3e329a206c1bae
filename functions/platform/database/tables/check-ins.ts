// The tables of attendance marks, and of the links to the roster of a day.
import { integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import type { CheckInStatus } from '../../../contract/states/check-in-states.ts'

/** The latest mark of a registration on each of its days. */
export const checkIns = sqliteTable(
  'check_ins',
  {
    registration_id: text().notNull(),
    day: text().notNull(),
    starts_at: integer().notNull(),
    status: text().$type<CheckInStatus>().notNull(),
    step: integer().notNull().default(0),
    marked_by: text(),
    /** The time on the device's clock, because a mark may be sent later. */
    marked_at: integer().notNull(),
    created: integer().notNull(),
    updated: integer().notNull(),
  },
  (table) => [primaryKey({ columns: [table.registration_id, table.day] })],
)

/** The version of the roster's link that is valid in a program. */
export const rosterLinks = sqliteTable('roster_links', {
  program_id: text().primaryKey(),
  version: integer().notNull(),
  updated: integer().notNull(),
})
