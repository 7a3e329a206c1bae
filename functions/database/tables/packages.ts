// Packages: visits in a bundle, and memberships that are paid by the period.
import { integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import type { AllocatedPeriod, BillingPeriod, ExpiryPeriod } from '../../contract/package.ts'
import type { SessionCreditEntryKind } from '../../contract/session-credit.ts'
import type { Translations } from '../../contract/texts.ts'

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
  expiry_amount: integer(),
  expiry_period: text().$type<ExpiryPeriod>(),
  is_discontinued: integer({ mode: 'boolean' }).notNull().default(false),
  terms: text(),
  created: integer().notNull(),
  updated: integer().notNull(),
  translations: text({ mode: 'json' }).$type<Translations>().notNull().default({}),
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
  expiry_amount: integer(),
  expiry_period: text().$type<ExpiryPeriod>(),
  is_discontinued: integer({ mode: 'boolean' }).notNull().default(false),
  terms: text(),
  created: integer().notNull(),
  updated: integer().notNull(),
  translations: text({ mode: 'json' }).$type<Translations>().notNull().default({}),
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
