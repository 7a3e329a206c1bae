// The tables of registrations and their accepted waivers.
import { integer, primaryKey, sqliteTable, sqliteView, text } from 'drizzle-orm/sqlite-core'
import type { AppointmentStatus, EventStatus } from '../../../contract/states/event-states.ts'
import type { Language } from '../../../contract/field-rules.ts'
import type { DayOffBrief, EventType } from '../../../contract/offering/event.ts'
import type { Venue } from '../../../contract/offering/program.ts'
import type { FormResponse } from '../../../contract/booking/registration.ts'
import type { RegistrationStatus } from '../../../contract/states/registration-states.ts'
import type { Translations } from '../../../contract/texts.ts'
import type { EventRefund } from './events.ts'

/**
 * An answer of a form in plain text, or encrypted for health data. Consents and signatures have their time and the
 * text that was agreed to.
 */
export type StoredAnswer = FormResponse['answers'][number] & { sealed?: string; at?: number; text_hash?: string }
export type StoredFormResponse = Omit<FormResponse, 'answers'> & { answers: StoredAnswer[] }

/** A registration books a place in an event, or a time of an appointment type. */
export type BookingKind = 'event' | 'appointment'

export const registrations = sqliteTable('registrations', {
  id: text().primaryKey(),
  program_id: text().notNull(),
  kind: text().$type<BookingKind>().notNull().default('event'),
  event_id: text(),
  option_id: text(),
  appointment_type_id: text(),
  appointment_option_id: text(),
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
    .$type<StoredFormResponse>()
    .notNull()
    .default({ landed_at: null, submitted_at: null, answers: [] }),
  cancelled_at: integer(),
  cancel_reason: text(),
  created: integer().notNull(),
  updated: integer().notNull(),
  waitlist_entry_id: text(),
  /** The package credits that pay for the registration. */
  session_credit_id: text(),
  /** The late fee or no-show fee that the organisation keeps. */
  penalty: integer().notNull().default(0),
  /** The amount refunded for a no-show once its mark is final. */
  no_show_return: integer().notNull().default(0),
  /** Until when the normal price must be paid, because the membership that opened the place ends before its day. */
  price_due_at: integer(),
  /**
   * The person's names when the place was booked. A trigger keeps them, and `attendeeSeenBy` decides who reads them.
   */
  booked_first_name: text(),
  booked_last_name: text(),
  /** The membership of its order that opens the place, an item. Null for a place that needs none, or a membership held before. */
  membership_item_id: text(),
  /** A place beyond the total of its option, which no count of taken places has. Triggers make it an ordinary one. */
  is_extra: integer({ mode: 'boolean' }).notNull().default(false),
})

/** The answers that a step of a registration changed, as they were and as they are after it. */
export const answerChanges = sqliteTable(
  'answer_changes',
  {
    registration_id: text().notNull(),
    step: integer().notNull(),
    field_id: text().notNull(),
    before: text({ mode: 'json' }).$type<StoredAnswer>(),
    after: text({ mode: 'json' }).$type<StoredAnswer>(),
  },
  (table) => [primaryKey({ columns: [table.registration_id, table.step, table.field_id] })],
)

/** Places held by unverified accounts, each with a keyed hash of its network. */
export const unprovenHolds = sqliteTable('unproven_holds', {
  registration_id: text().primaryKey(),
  network: text().notNull(),
  created: integer().notNull(),
})

/** Waitlist entries of an event. All registrations of one entry get their places, or none. */
export const waitlistEntries = sqliteTable('waitlist_entries', {
  id: text().primaryKey(),
  program_id: text().notNull(),
  event_id: text().notNull(),
  customer_id: text().notNull(),
  group_key: text(),
  step: integer().notNull().default(0),
  skips: integer().notNull().default(0),
  is_waiting: integer({ mode: 'boolean' }).notNull().default(true),
  offered_at: integer(),
  created: integer().notNull(),
  joined_at: integer().notNull(),
})

/** A view of the registrations of every kind. It has what each shows and costs, from its event or appointment. */
export const bookings = sqliteView('bookings', {
  id: text().notNull(),
  kind: text().$type<BookingKind>().notNull(),
  order_id: text(),
  status: text().$type<RegistrationStatus>().notNull(),
  /** The id of the event or of the appointment type. */
  source_id: text().notNull(),
  option_id: text().notNull(),
  title: text().notNull(),
  option_title: text().notNull(),
  /** Translations of `title`, `option_title` and `cancel_text`. */
  translations: text({ mode: 'json' }).$type<Translations>().notNull(),
  /** The type of the event; null for an appointment. */
  event_type: text().$type<EventType>(),
  /** True when the session rule of the policy decides about cancellations. */
  is_session: integer({ mode: 'boolean' }).notNull(),
  starts_at: integer().notNull(),
  ends_at: integer().notNull(),
  dates: text({ mode: 'json' }).$type<{ starts_at: number; ends_at: number }[]>().notNull(),
  overnight: integer({ mode: 'boolean' }),
  days_off: text({ mode: 'json' }).$type<DayOffBrief[]>().notNull(),
  timezone: text().notNull(),
  is_online: integer({ mode: 'boolean' }).notNull(),
  online_url: text(),
  venue: text({ mode: 'json' }).$type<Omit<Venue, 'object' | 'text_languages'> & { translations: Translations }>(),
  currency: text().notNull(),
  cost: integer().notNull(),
  refund: text({ mode: 'json' }).$type<EventRefund>().notNull(),
  source_status: text().$type<EventStatus | AppointmentStatus>().notNull(),
  cancel_text: text(),
  is_closed: integer({ mode: 'boolean' }).notNull(),
  sale_starts_at: integer(),
  sale_ends_at: integer(),
  default_sales_end: text().notNull(),
  waitlist: integer({ mode: 'boolean' }).notNull(),
  is_preregistration_enabled: integer({ mode: 'boolean' }).notNull(),
}).existing()

/** The columns with the times of a booking. */
export const bookingTimes = { dates: bookings.dates, timezone: bookings.timezone, overnight: bookings.overnight }

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
  /** The language in which the text was shown; null in rows from before it was kept. */
  language: text().$type<Language>(),
})
