// Over 250 lines: the tables of events, their options, and the shared pools of places, column by column.
import { integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import type { ColumnMapping, DateOrder } from '../../../contract/organisation/event-import.ts'
import type { EventType, RefundTier } from '../../../contract/offering/event.ts'
import type { EventStatus } from '../../../contract/states/event-states.ts'
import type { Gender } from '../../../contract/field-rules.ts'
import type { PaymentPlan } from '../../../contract/offering/payment-plan.ts'
import type { DayOffBrief } from '../../../contract/offering/event.ts'
import type { DayReturn } from '../../../contract/changes/day-off.ts'
import type { Translations } from '../../../contract/texts.ts'

/**
 * Refund policy of an event as stored: tiers, retention (fixed in minor units, or whole percent) and what may be
 * requested.
 */
export type EventRefund = {
  tiers: RefundTier[]
  retention: { fixed: number; percent: number; keep_fees: boolean }
  automatic: boolean
  request: boolean
  move_until: string | null
  session: {
    free_until: string
    late: 'keep_credit_used' | 'return_credit' | 'charge_fee'
    late_fee: number
    no_show: 'keep_credit_used' | 'return_credit' | 'charge_fee'
    request: boolean
  } | null
}

export const events = sqliteTable('events', {
  id: text().primaryKey(),
  program_id: text().notNull(),
  key: text().notNull(),
  type: text().$type<EventType>().notNull(),
  name: text().notNull(),
  summary: text(),
  description: text(),
  terms: text(),
  status: text().$type<EventStatus>().notNull(),
  step: integer().notNull().default(0),
  starts_at: integer().notNull(),
  ends_at: integer().notNull(),
  timezone: text().notNull(),
  currency: text().notNull(),
  is_series: integer({ mode: 'boolean' }).notNull().default(false),
  series_dates: text({ mode: 'json' }).$type<{ starts_at: number; ends_at: number }[]>().notNull().default([]),
  /** True for one stay from the first start to the last end. With null, the times of the options decide. */
  overnight: integer({ mode: 'boolean' }),
  tags: text({ mode: 'json' }).$type<string[]>().notNull().default([]),
  picture_url: text(),
  picture_text: text(),
  online_event: integer({ mode: 'boolean' }).notNull().default(false),
  /** Null where the organisation does not state it. */
  indoor: integer({ mode: 'boolean' }),
  /** School grades, 0 for kindergarten. */
  minimum_grade: integer(),
  maximum_grade: integer(),
  online_event_url: text(),
  restrict_to_package_ids: text({ mode: 'json' }).$type<string[]>().notNull().default([]),
  preregistration_enabled: integer({ mode: 'boolean' }).notNull().default(false),
  external_registration_url: text(),
  waitlist: integer({ mode: 'boolean' }).notNull().default(false),
  waiver_id: text(),
  waiver_may_wait: integer({ mode: 'boolean' }).notNull().default(false),
  /** True when families see the group of their place and the first names of its coaches. */
  groups_shown: integer({ mode: 'boolean' }).notNull().default(false),
  refund: text({ mode: 'json' }).$type<EventRefund>().notNull(),
  published: integer(),
  created: integer().notNull(),
  updated: integer().notNull(),
  cancel_text: text(),
  translations: text({ mode: 'json' }).$type<Translations>().notNull().default({}),
  cancel_translations: text({ mode: 'json' }).$type<Translations>().notNull().default({}),
  /** Neither read nor written: reads compare `starts_at`. Migrations remove no column. */
  has_started: integer({ mode: 'boolean' }).notNull().default(false),
  // Totals of the event's options, which triggers maintain.
  has_options: integer({ mode: 'boolean' }).notNull().default(false),
  has_free_option: integer({ mode: 'boolean' }).notNull().default(false),
  minimum_age: integer(),
  maximum_age: integer(),
  has_age_gap: integer({ mode: 'boolean' }).notNull().default(false),
  genders: text({ mode: 'json' }).$type<Gender[]>().notNull().default([]),
  /** A shorter name of the event, for places with little space. */
  title: text(),
  /** The published start before its latest change. */
  previous_starts_at: integer(),
  /** The days that the organisation called off. Triggers maintain it. */
  days_off: text({ mode: 'json' }).$type<DayOffBrief[]>().notNull().default([]),
})

/** The columns from which the days of an event follow, except those that are called off. */
export const dayColumns = {
  starts_at: events.starts_at,
  ends_at: events.ends_at,
  timezone: events.timezone,
  overnight: events.overnight,
  is_series: events.is_series,
  series_dates: events.series_dates,
}

/** The days of events that the organisation called off, and what it returns for each. */
export const daysOff = sqliteTable('days_off', {
  id: text().primaryKey(),
  event_id: text().notNull(),
  day: text().notNull(),
  text: text().notNull(),
  return_as: text().$type<DayReturn>().notNull(),
  amount: integer(),
  package_id: text(),
  notify: integer({ mode: 'boolean' }).notNull().default(true),
  called_by: text(),
  created: integer().notNull(),
  leaves_at: integer().notNull(),
  left_at: integer(),
  restored_at: integer(),
})

/** Neither read nor written: events are counted when a list is read. Migrations remove no table. */
export const eventCounts = sqliteTable(
  'event_counts',
  {
    program_id: text().notNull(),
    kind: text().notNull(),
    value: text().notNull(),
    num_listed: integer().notNull(),
    num_upcoming: integer().notNull(),
  },
  (table) => [primaryKey({ columns: [table.program_id, table.kind, table.value] })],
)

export const eventVenues = sqliteTable(
  'event_venues',
  {
    event_id: text().notNull(),
    venue_id: text().notNull(),
    position: integer().notNull().default(0),
  },
  (table) => [primaryKey({ columns: [table.event_id, table.venue_id] })],
)

export const eventTags = sqliteTable(
  'event_tags',
  {
    event_id: text().notNull(),
    tag: text().notNull(),
  },
  (table) => [primaryKey({ columns: [table.event_id, table.tag] })],
)

export const eventQuestions = sqliteTable(
  'event_questions',
  {
    event_id: text().notNull(),
    question_id: text().notNull(),
    position: integer().notNull().default(0),
  },
  (table) => [primaryKey({ columns: [table.event_id, table.question_id] })],
)

export const eventOptions = sqliteTable('event_options', {
  id: text().primaryKey(),
  event_id: text().notNull(),
  program_id: text().notNull(),
  key: text().notNull(),
  position: integer().notNull().default(0),
  name: text().notNull(),
  description: text(),
  free: integer({ mode: 'boolean' }).notNull().default(false),
  cost: integer().notNull(),
  gender: text().$type<Gender>(),
  minimum_age: integer(),
  maximum_age: integer(),
  spots_total: integer().notNull().default(2147483647),
  spots_taken: integer().notNull().default(0),
  sale_starts_at: integer(),
  sale_ends_at: integer(),
  is_closed: integer({ mode: 'boolean' }).notNull().default(false),
  is_removed: integer({ mode: 'boolean' }).notNull().default(false),
  appointment_option_id: text(),
  payment_plan: text({ mode: 'json' }).$type<PaymentPlan>(),
  created: integer().notNull(),
  updated: integer().notNull(),
  translations: text({ mode: 'json' }).$type<Translations>().notNull().default({}),
  /** Places beyond the total. Triggers of the registrations maintain it. */
  spots_extra: integer().notNull().default(0),
})

/** The groups of an event, for its staff. */
export const eventGroups = sqliteTable('event_groups', {
  id: text().primaryKey(),
  event_id: text().notNull(),
  key: text().notNull(),
  position: integer().notNull().default(0),
  name: text().notNull(),
  minimum_age: integer(),
  maximum_age: integer(),
})

/** The staff members who look after a group. */
export const groupStaff = sqliteTable(
  'group_staff',
  {
    group_id: text().notNull(),
    staff_id: text().notNull(),
  },
  (table) => [primaryKey({ columns: [table.group_id, table.staff_id] })],
)

/** The group of a place. Places with the same `together` are of friends, who are always in one group. */
export const groupPlaces = sqliteTable('group_places', {
  registration_id: text().primaryKey(),
  event_id: text().notNull(),
  group_id: text(),
  together: text(),
  updated: integer().notNull(),
})

export const pools = sqliteTable('pools', {
  id: text().primaryKey(),
  program_id: text().notNull(),
  key: text().notNull(),
  spots_total: integer().notNull(),
  spots_taken: integer().notNull().default(0),
})

export const optionPools = sqliteTable(
  'option_pools',
  {
    option_id: text().notNull(),
    pool_id: text().notNull(),
  },
  (table) => [primaryKey({ columns: [table.option_id, table.pool_id] })],
)

export const attachments = sqliteTable('attachments', {
  id: text().primaryKey(),
  program_id: text().notNull(),
  event_id: text(),
  appointment_type_id: text(),
  key: text().notNull(),
  position: integer().notNull().default(0),
  name: text().notNull(),
  url: text().notNull(),
  content_type: text().notNull(),
  size: integer(),
  translations: text({ mode: 'json' }).$type<Translations>().notNull().default({}),
})

/** How the columns of a program's CSV files of events are read. */
export const importMappings = sqliteTable('import_mappings', {
  program_id: text().primaryKey(),
  columns: text({ mode: 'json' }).$type<ColumnMapping>().notNull(),
  date_order: text().$type<DateOrder>(),
  updated: integer().notNull(),
})
