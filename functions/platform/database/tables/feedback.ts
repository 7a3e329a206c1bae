// The table of feedback of families about their bookings.
import { integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import type { FeedbackStatus } from '../../../contract/states/feedback-states.ts'

export const feedback = sqliteTable('feedback', {
  id: text().primaryKey(),
  program_id: text().notNull(),
  registration_id: text().notNull(),
  customer_id: text().notNull(),
  /** The moment of the booking that the feedback is about; one feedback per moment. */
  occasion: text().notNull(),
  occasion_starts_at: integer().notNull(),
  occasion_ends_at: integer().notNull(),
  code_hash: text().notNull(),
  status: text().$type<FeedbackStatus>().notNull(),
  step: integer().notNull().default(0),
  rating: integer(),
  comments: text(),
  expires_at: integer().notNull(),
  submitted_at: integer(),
  /** The time of the mail that told the organisation about the feedback. */
  digested_at: integer(),
  created: integer().notNull(),
  updated: integer().notNull(),
})
