// The tables of coupons, and of their discounts on orders.
import type { DiscountState } from '../../../contract/states/discount-states.ts'
import { integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import type { Translations } from '../../../contract/texts.ts'

export const coupons = sqliteTable('coupons', {
  id: text().primaryKey(),
  program_id: text().notNull(),
  key: text().notNull(),
  name: text(),
  code: text(),
  code_key: text(),
  type: text().$type<'amount_off' | 'percent_off'>().notNull(),
  amount_off: integer(),
  percent_off: integer(),
  currency: text(),
  redeem_after: integer(),
  redeem_before: integer(),
  first_time_transaction: integer({ mode: 'boolean' }).notNull().default(false),
  minimum_items: integer(),
  minimum_amount: integer(),
  max_redemptions: integer(),
  limit_customer: integer(),
  membership_packages: text({ mode: 'json' }).$type<string[]>().notNull().default([]),
  applies_to: text({ mode: 'json' })
    .$type<{ products: string[]; product_types: string[] }>()
    .notNull()
    .default({ products: [], product_types: [] }),
  apply_automatically: integer({ mode: 'boolean' }).notNull().default(false),
  is_enabled: integer({ mode: 'boolean' }).notNull().default(true),
  times_redeemed_before: integer().notNull().default(0),
  times_redeemed: integer().notNull().default(0),
  language: text(),
  created: integer().notNull(),
  updated: integer().notNull(),
  translations: text({ mode: 'json' }).$type<Translations>().notNull().default({}),
})

export const discounts = sqliteTable('discounts', {
  id: text().primaryKey(),
  order_id: text().notNull(),
  coupon_id: text().notNull(),
  customer_id: text().notNull(),
  amount: integer().notNull(),
  is_entered: integer({ mode: 'boolean' }).notNull(),
  state: text().$type<DiscountState>().notNull().default('applied'),
  redeemed: integer(),
  created: integer().notNull(),
})
