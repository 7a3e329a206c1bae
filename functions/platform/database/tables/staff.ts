// The tables of an organisation's team and of its clients of the API.
import { integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import type { Language } from '../../../contract/field-rules.ts'
import type { NoticeChoices } from '../../../contract/organisation/notices.ts'
import type { StaffRole } from '../../../contract/people/staff.ts'
import type { StoredStaffStatus } from '../../../contract/states/staff-states.ts'

export const staffMembers = sqliteTable('staff_members', {
  id: text().primaryKey(),
  program_id: text().notNull(),
  /** The account, once the invitation was accepted. */
  user_id: text(),
  email: text().notNull(),
  email_key: text().notNull(),
  first_name: text().notNull(),
  last_name: text().notNull(),
  title: text(),
  role: text().$type<StaffRole>().notNull(),
  /** The events and appointment types that a coach or a nurse looks after; empty means all. */
  event_ids: text({ mode: 'json' }).$type<string[]>().notNull().default([]),
  status: text().$type<StoredStaffStatus>().notNull(),
  step: integer().notNull().default(0),
  language: text().$type<Language>().notNull(),
  /** The mails that the member chose or turned off; a topic that is missing has its default. */
  notices: text({ mode: 'json' }).$type<NoticeChoices>().notNull().default({}),
  code_hash: text().notNull(),
  /** The staff member who sent the invitation; null for a client and the command line. */
  invited_by: text(),
  invited_at: integer().notNull(),
  expires_at: integer().notNull(),
  accepted_at: integer(),
  ended_at: integer(),
  last_seen: integer(),
  created: integer().notNull(),
  updated: integer().notNull(),
})

export const machineClients = sqliteTable('machine_clients', {
  id: text().primaryKey(),
  program_id: text().notNull(),
  name: text().notNull(),
  secret_hash: text().notNull(),
  created_by: text(),
  created: integer().notNull(),
  last_used_at: integer(),
  revoked_at: integer(),
})
