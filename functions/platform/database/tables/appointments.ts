// The tables of appointment types, their options, and the booked times.
import { integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import type { ClosedDays, PeriodType, ResourceKind, StoredHours } from '../../../contract/offering/appointment.ts'
import type { AppointmentStatus } from '../../../contract/states/event-states.ts'
import type { EventRefund } from './events.ts'
import type { Translations } from '../../../contract/texts.ts'

export const appointmentTypes = sqliteTable('appointment_types', {
  id: text().primaryKey(),
  program_id: text().notNull(),
  key: text().notNull(),
  position: integer().notNull().default(0),
  name: text().notNull(),
  summary: text(),
  description: text(),
  terms: text(),
  status: text().$type<AppointmentStatus>().notNull(),
  step: integer().notNull().default(0),
  currency: text().notNull(),
  tags: text({ mode: 'json' }).$type<string[]>().notNull().default([]),
  picture_url: text(),
  picture_text: text(),
  is_online_event: integer({ mode: 'boolean' }).notNull().default(false),
  online_event_url: text(),
  is_preregistration_enabled: integer({ mode: 'boolean' }).notNull().default(false),
  period_type: text().$type<PeriodType>().notNull(),
  max_booking_time: integer(),
  period_starts_on: text(),
  period_ends_on: text(),
  opening_hours: text({ mode: 'json' }).$type<StoredHours[]>().notNull().default([]),
  interval_minutes: integer().notNull(),
  buffer_minutes: integer().notNull(),
  spots_total: integer().notNull(),
  book_until: text(),
  /** Null when the type has no policy of its own: the view `bookings` then names the cancellation policy. */
  refund: text({ mode: 'json' }).$type<EventRefund>(),
  published: integer(),
  created: integer().notNull(),
  updated: integer().notNull(),
  translations: text({ mode: 'json' }).$type<Translations>().notNull().default({}),
  restrict_to_package_ids: text({ mode: 'json' }).$type<string[]>().notNull().default([]),
  waiver_id: text(),
})

export const appointmentTypeQuestions = sqliteTable(
  'appointment_type_questions',
  {
    appointment_type_id: text().notNull(),
    question_id: text().notNull(),
    position: integer().notNull().default(0),
  },
  (table) => [primaryKey({ columns: [table.appointment_type_id, table.question_id] })],
)

export const appointmentTypeVenues = sqliteTable(
  'appointment_type_venues',
  {
    appointment_type_id: text().notNull(),
    venue_id: text().notNull(),
    position: integer().notNull().default(0),
  },
  (table) => [primaryKey({ columns: [table.appointment_type_id, table.venue_id] })],
)

/** People and rooms that appointments need, each with one appointment at a time. */
export const resources = sqliteTable('resources', {
  id: text().primaryKey(),
  program_id: text().notNull(),
  key: text().notNull(),
  position: integer().notNull().default(0),
  name: text().notNull(),
  kind: text().$type<ResourceKind>().notNull(),
  closed: text({ mode: 'json' }).$type<ClosedDays[]>().notNull().default([]),
})

export const appointmentTypeResources = sqliteTable(
  'appointment_type_resources',
  {
    appointment_type_id: text().notNull(),
    resource_id: text().notNull(),
    position: integer().notNull().default(0),
  },
  (table) => [primaryKey({ columns: [table.appointment_type_id, table.resource_id] })],
)

export const appointmentOptions = sqliteTable('appointment_options', {
  id: text().primaryKey(),
  appointment_type_id: text().notNull(),
  program_id: text().notNull(),
  key: text().notNull(),
  position: integer().notNull().default(0),
  name: text().notNull(),
  free: integer({ mode: 'boolean' }).notNull().default(false),
  cost: integer().notNull(),
  duration: integer().notNull(),
  is_removed: integer({ mode: 'boolean' }).notNull().default(false),
  created: integer().notNull(),
  updated: integer().notNull(),
  translations: text({ mode: 'json' }).$type<Translations>().notNull().default({}),
})

export const appointmentSlots = sqliteTable('appointment_slots', {
  registration_id: text().primaryKey(),
  appointment_type_id: text().notNull(),
  appointment_option_id: text().notNull(),
  place: integer().notNull(),
  starts_at: integer().notNull(),
  ends_at: integer().notNull(),
  free_at: integer().notNull(),
  is_taken: integer({ mode: 'boolean' }).notNull().default(true),
})
