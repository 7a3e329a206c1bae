// Packages: visits in a bundle, and memberships that are paid by the period.
import { integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import type { LeavingReason, MembershipTerms } from '../../../contract/booking/membership.ts'
import type { MembershipStatus } from '../../../contract/states/membership-states.ts'
import type { AllocatedPeriod, BillingPeriod, ExpiryPeriod } from '../../../contract/offering/package.ts'
import type { PaymentPlan } from '../../../contract/offering/payment-plan.ts'
import type { SessionCreditEntryKind } from '../../../contract/booking/session-credit.ts'
import type { Translations } from '../../../contract/texts.ts'

/** What both kinds of packages have. */
const sold = {
  expiry_amount: integer(),
  expiry_period: text().$type<ExpiryPeriod>(),
  is_discontinued: integer({ mode: 'boolean' }).notNull().default(false),
  terms: text(),
  created: integer().notNull(),
  updated: integer().notNull(),
  translations: text({ mode: 'json' }).$type<Translations>().notNull().default({}),
}

export const sessionPackages = sqliteTable('session_packages', {
  id: text().primaryKey(),
  program_id: text().notNull(),
  key: text().notNull(),
  name: text().notNull(),
  description: text(),
  cost: integer().notNull(),
  /** Null = as the program sells everything. */
  include_fee: integer({ mode: 'boolean' }),
  allocated_amount: integer(),
  is_unlimited: integer({ mode: 'boolean' }).notNull().default(false),
  ...sold,
  /** Names the credits that a membership of the same id gives: never sold by itself, kept by triggers. */
  is_of_membership: integer({ mode: 'boolean' }).notNull().default(false),
  payment_plan: text({ mode: 'json' }).$type<PaymentPlan>(),
})

export const membershipPackages = sqliteTable('membership_packages', {
  id: text().primaryKey(),
  program_id: text().notNull(),
  key: text().notNull(),
  name: text().notNull(),
  description: text(),
  billing_period: text().$type<BillingPeriod>().notNull(),
  cost: integer().notNull(),
  include_fee: integer({ mode: 'boolean' }),
  allocated_amount: integer(),
  allocated_period: text().$type<AllocatedPeriod>(),
  is_unlimited: integer({ mode: 'boolean' }).notNull().default(false),
  allocate_credits_on_period: integer({ mode: 'boolean' }).notNull().default(false),
  ...sold,
  trial_days: integer(),
  trial_needs_card: integer({ mode: 'boolean' }).notNull().default(true),
  /** So often it is paid for before it ends by itself; null = until it is cancelled. */
  num_periods: integer(),
  /** The day of the month on which all of them are paid for. */
  anchor_day: integer(),
})

/** Written by triggers alone, from `events.restrict_to_package_ids`. */
export const eventPackages = sqliteTable(
  'event_packages',
  {
    package_id: text().notNull(),
    event_id: text().notNull(),
  },
  (table) => [primaryKey({ columns: [table.package_id, table.event_id] })],
)

/** The credits of a session package that was paid for. */
export const sessionCredits = sqliteTable('session_credits', {
  id: text().primaryKey(),
  program_id: text().notNull(),
  customer_id: text().notNull(),
  customer_profile_id: text().notNull(),
  /** Whom they are for; null = all that the customer books for. */
  attendee_profile_id: text(),
  package_id: text().notNull(),
  order_id: text(),
  order_item_id: text(),
  /** So many were bought; 0 where they are without limit. */
  amount: integer().notNull(),
  is_unlimited: integer({ mode: 'boolean' }).notNull().default(false),
  /** The sum of the entries: kept by a trigger. */
  available: integer().notNull().default(0),
  expires_at: integer(),
  created: integer().notNull(),
  updated: integer().notNull(),
  /** The membership that gave them, for which of its periods, and whether that is closed for now. */
  membership_id: text(),
  grant_key: text(),
  is_suspended: integer({ mode: 'boolean' }).notNull().default(false),
  /** False while the package is in a cart: only bookings of the same order may use it. */
  is_paid: integer({ mode: 'boolean' }).notNull().default(true),
  /** How often their owner was told that they end. */
  expiry_mails: integer().notNull().default(0),
})

export const sessionCreditEntries = sqliteTable('session_credit_entries', {
  id: text().primaryKey(),
  session_credit_id: text().notNull(),
  kind: text().$type<SessionCreditEntryKind>().notNull(),
  amount: integer().notNull(),
  registration_id: text(),
  /** Makes it once: the same cause is never entered twice. */
  dedupe: text().notNull(),
  created: integer().notNull(),
})

/** A membership of a customer, for one person or for all they book for. Days are of the program's clock, yyyy-mm-dd; ends are exclusive. */
export const memberships = sqliteTable('memberships', {
  id: text().primaryKey(),
  program_id: text().notNull(),
  customer_id: text().notNull(),
  customer_profile_id: text().notNull(),
  attendee_profile_id: text(),
  package_id: text().notNull(),
  status: text().$type<MembershipStatus>().notNull(),
  step: integer().notNull().default(0),
  is_usable: integer({ mode: 'boolean' }).notNull().default(false),
  order_id: text(),
  order_item_id: text(),
  payment_source_id: text(),
  timezone: text().notNull(),
  /** What was agreed when it was bought. */
  terms: text({ mode: 'json' }).$type<MembershipTerms>().notNull(),
  cost: integer().notNull(),
  next_cost: integer(),
  next_cost_on: text(),
  credit_amount: integer().notNull().default(0),
  start_on: text().notNull(),
  trial_end_on: text(),
  anchor_on: text().notNull(),
  anchor_day: integer().notNull(),
  period_index: integer().notNull().default(-1),
  period_start_on: text(),
  period_end_on: text(),
  num_paid: integer().notNull().default(0),
  cancel_at_period_end: integer({ mode: 'boolean' }).notNull().default(false),
  cancel_reason: text().$type<LeavingReason>(),
  cancel_reason_other: text(),
  ended_at: integer(),
  pause_on: text(),
  resume_on: text(),
  attempts: integer().notNull().default(0),
  charge_key: text(),
  /** The first day of the period that is to be paid. */
  due_on: text(),
  next_grant_on: text(),
  next_step_at: integer(),
  created: integer().notNull(),
  updated: integer().notNull(),
})
