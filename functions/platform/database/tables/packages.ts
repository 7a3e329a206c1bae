// The tables of packages: bundles of visits, and memberships that are paid per period.
import { integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import type { LeavingReason, MembershipTerms } from '../../../contract/booking/membership.ts'
import type { RedemptionStatus } from '../../../contract/states/redemption-states.ts'
import type { MembershipStatus } from '../../../contract/states/membership-states.ts'
import type { AllocatedPeriod, BillingPeriod, ExpiryPeriod, SoldFor } from '../../../contract/offering/package.ts'
import type { PaymentPlan } from '../../../contract/offering/payment-plan.ts'
import type { SessionCreditEntryKind } from '../../../contract/booking/session-credit.ts'
import type { Translations } from '../../../contract/texts.ts'

/** The columns that both kinds of packages have. */
const sold = {
  expiry_amount: integer(),
  expiry_period: text().$type<ExpiryPeriod>(),
  is_discontinued: integer({ mode: 'boolean' }).notNull().default(false),
  terms: text(),
  created: integer().notNull(),
  updated: integer().notNull(),
  translations: text({ mode: 'json' }).$type<Translations>().notNull().default({}),
  /** The people a package may be bought for. With null, the customer chooses. */
  sold_for: text().$type<SoldFor>(),
}

export const sessionPackages = sqliteTable('session_packages', {
  id: text().primaryKey(),
  program_id: text().notNull(),
  key: text().notNull(),
  name: text().notNull(),
  description: text(),
  cost: integer().notNull(),
  /** True when the price includes the program's fee. With null, the program's default decides. */
  include_fee: integer({ mode: 'boolean' }),
  allocated_amount: integer(),
  is_unlimited: integer({ mode: 'boolean' }).notNull().default(false),
  ...sold,
  /** True for the credits of the membership with the same id, which are never sold separately. Triggers maintain it. */
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
  /** The number of paid periods before the membership ends. With null, it lasts until it is cancelled. */
  num_periods: integer(),
  /** The day of the month on which every period is charged. */
  anchor_day: integer(),
  /** True when a person who already had a trial with the program gets this trial as well. */
  trial_again: integer({ mode: 'boolean' }).notNull().default(false),
})

/** Only triggers write this table, from `events.restrict_to_package_ids`. */
export const eventPackages = sqliteTable(
  'event_packages',
  {
    package_id: text().notNull(),
    event_id: text().notNull(),
  },
  (table) => [primaryKey({ columns: [table.package_id, table.event_id] })],
)

/** The credits of a purchased session package. */
export const sessionCredits = sqliteTable('session_credits', {
  id: text().primaryKey(),
  program_id: text().notNull(),
  customer_id: text().notNull(),
  customer_profile_id: text().notNull(),
  /** The attendee of the credits. With null, everyone the customer books for may use them. */
  attendee_profile_id: text(),
  package_id: text().notNull(),
  order_id: text(),
  order_item_id: text(),
  /** The number of purchased credits, or 0 for unlimited credits. */
  amount: integer().notNull(),
  is_unlimited: integer({ mode: 'boolean' }).notNull().default(false),
  /** The sum of the entries of the credits. A trigger maintains it. */
  available: integer().notNull().default(0),
  expires_at: integer(),
  created: integer().notNull(),
  updated: integer().notNull(),
  /** The membership and the period that granted the credits, and whether they are blocked now. */
  membership_id: text(),
  grant_key: text(),
  is_suspended: integer({ mode: 'boolean' }).notNull().default(false),
  /** False while the package is in a cart: only bookings of the same order may use it. */
  is_paid: integer({ mode: 'boolean' }).notNull().default(true),
  /** Number of expiry reminders sent to the owner. */
  expiry_mails: integer().notNull().default(0),
})

export const sessionCreditEntries = sqliteTable('session_credit_entries', {
  id: text().primaryKey(),
  session_credit_id: text().notNull(),
  kind: text().$type<SessionCreditEntryKind>().notNull(),
  amount: integer().notNull(),
  registration_id: text(),
  /** A unique key of the cause, so that one cause never makes two entries. */
  dedupe: text().notNull(),
  created: integer().notNull(),
  redemption_id: text(),
  /** Why the organisation corrected the visits. */
  note: text(),
})

/** The visits that an organisation used for a customer without a booking. Triggers write their ledger entries. */
export const redemptions = sqliteTable('redemptions', {
  id: text().primaryKey(),
  program_id: text().notNull(),
  session_credit_id: text().notNull(),
  attendee_profile_id: text(),
  event_id: text(),
  appointment_type_id: text(),
  note: text(),
  status: text().$type<RedemptionStatus>().notNull().default('redeemed'),
  step: integer().notNull().default(0),
  created: integer().notNull(),
  updated: integer().notNull(),
})

/**
 * A customer's membership, for one person or for everyone they book for. Days are yyyy-mm-dd in the program's time
 * zone. An end is the first day without the membership.
 */
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
  /** The terms of the membership at the time of purchase. */
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
  /** The first day of the next period to be paid. */
  due_on: text(),
  next_grant_on: text(),
  next_step_at: integer(),
  created: integer().notNull(),
  updated: integer().notNull(),
  /**
   * The person's names when the membership was bought. A trigger keeps them, and `attendeeSeenBy` decides who reads
   * them.
   */
  booked_first_name: text(),
  booked_last_name: text(),
  /** The renewal that the customer was told about last: its day, and its amount with fee and tax. */
  renewal_told_for: text(),
  renewal_told_amount: integer(),
  /** When the next renewal was last compared with the announced one. A later change causes another comparison. */
  renewal_told_at: integer(),
})
