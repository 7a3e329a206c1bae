// Packages: visits in a bundle, and memberships that are paid by the period.
import { integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import type { AllocatedPeriod, BillingPeriod, ExpiryPeriod } from '../../contract/package.ts'
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
