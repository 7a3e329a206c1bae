// Registrations and the waivers accepted with them.
import { integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import type { FormResponse, RegistrationStatus } from '../../contract/registration.ts'

export const registrations = sqliteTable('registrations', {
  id: text().primaryKey(),
  program_id: text().notNull(),
  event_id: text().notNull(),
  option_id: text().notNull(),
  customer_id: text().notNull(),
  customer_profile_id: text().notNull(),
  attendee_id: text().notNull(),
  attendee_profile_id: text().notNull(),
  order_id: text(),
  status: text().$type<RegistrationStatus>().notNull(),
  step: integer().notNull().default(0),
  sequence: integer().notNull().default(0),
  held_since: integer(),
  hold_expires_at: integer(),
  form_response: text({ mode: 'json' })
    .$type<FormResponse>()
    .notNull()
    .default({ landed_at: null, submitted_at: null, answers: [] }),
  cancelled_at: integer(),
  cancel_reason: text(),
  created: integer().notNull(),
  updated: integer().notNull(),
})

export const waiverAcceptances = sqliteTable('waiver_acceptances', {
  id: text().primaryKey(),
  waiver_id: text().notNull(),
  version: integer().notNull(),
  text_hash: text().notNull(),
  registration_id: text().notNull(),
  accepted_by_customer_id: text().notNull(),
  on_behalf_of_attendee_id: text().notNull(),
  relation: text().notNull(),
  accepted_at: integer().notNull(),
  ip_prefix: text(),
})
