// The table of reports to support.
import { integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import type { Language } from '../../../contract/field-rules.ts'
import type { IssueType, SupportReport, SupportType } from '../../../contract/contact/support.ts'
import type { SupportStatus } from '../../../contract/states/support-states.ts'

export const supportReports = sqliteTable('support_reports', {
  id: text().primaryKey(),
  number: integer().notNull(),
  status: text().$type<SupportStatus>().notNull(),
  type: text().$type<SupportType>().notNull(),
  issue_type: text().$type<IssueType>().notNull(),
  is_for_program: integer({ mode: 'boolean' }).notNull(),
  reporter_name: text().notNull(),
  reporter_email: text().notNull(),
  email_key: text().notNull(),
  summary: text().notNull(),
  description: text().notNull(),
  customer_id: text(),
  program_id: text(),
  program_name: text(),
  url: text(),
  app_version: text(),
  failure: text({ mode: 'json' }).$type<SupportReport['failure']>(),
  language: text().$type<Language>().notNull(),
  created: integer().notNull(),
  updated: integer().notNull(),
  step: integer().notNull().default(0),
  answer: text(),
})
