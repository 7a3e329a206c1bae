// Orders and their items.
import { integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import type { CancelReason, CheckoutMethod, ItemType } from '../../../contract/money/order.ts'
import type { OrderStatus } from '../../../contract/states/order-states.ts'
import type { MembershipTerms } from '../../../contract/booking/membership.ts'
import type { PackageTerms } from '../../../contract/booking/session-credit.ts'
import type { ProductType } from '../../../contract/offering/product.ts'
import type { InstalmentStatus } from '../../../contract/states/instalment-states.ts'
import type { Translations } from '../../../contract/texts.ts'

export const orders = sqliteTable('orders', {
  id: text().primaryKey(),
  program_id: text().notNull(),
  customer_id: text().notNull(),
  customer_profile_id: text().notNull(),
  status: text().$type<OrderStatus>().notNull(),
  step: integer().notNull().default(0),
  cancel_reason: text().$type<CancelReason>(),
  receipt_number: text(),
  currency: text().notNull(),
  timezone: text().notNull(),
  checkout_method: text().$type<CheckoutMethod>(),
  use_account_balance: integer({ mode: 'boolean' }).notNull().default(false),
  quote_version: integer().notNull().default(1),
  amount_subtotal: integer().notNull().default(0),
  amount_discount: integer().notNull().default(0),
  amount_fee: integer().notNull().default(0),
  amount_tax: integer().notNull().default(0),
  amount_total: integer().notNull().default(0),
  amount_paid: integer().notNull().default(0),
  amount_refunding: integer().notNull().default(0),
  amount_returned: integer().notNull().default(0),
  amount_cancelled: integer().notNull().default(0),
  /** Parts that are not charged because what they were for was cancelled: kept by a trigger of the parts. */
  amount_waived: integer().notNull().default(0),
  tax_items: text({ mode: 'json' })
    .$type<{ name: string; percent: number; is_included: boolean; amount: number; translations?: Translations }[]>()
    .notNull()
    .default([]),
  starting_balance: integer().notNull().default(0),
  ending_balance: integer().notNull().default(0),
  /** Paid from the account balance: kept by the triggers of its ledger. */
  balance_used: integer().notNull().default(0),
  hold_started_at: integer(),
  hold_expires_at: integer(),
  more_time_used: integer({ mode: 'boolean' }).notNull().default(false),
  bank_time_used: integer({ mode: 'boolean' }).notNull().default(false),
  decline_time_used: integer({ mode: 'boolean' }).notNull().default(false),
  due_at: integer(),
  paid_at: integer(),
  /** When the clock last tried to end it, and could not. */
  expiry_tried_at: integer(),
  /** An address of its calendar is signed for this version. */
  calendar_version: integer().notNull().default(1),
  /** The membership of which it pays a period, by its first day. */
  membership_id: text(),
  membership_period: text(),
  created: integer().notNull(),
  updated: integer().notNull(),
  /** The booking that moves to the place of this order once it is paid, and its sequence when that began. */
  moves_registration_id: text(),
  moves_sequence: integer(),
  /** What was paid for the place that is left: it counts for this order, and comes to it when the rest is paid. */
  amount_carried: integer().notNull().default(0),
  /** Of what was returned, what went to other orders with places that moved: kept by a trigger of the payments. */
  amount_moved: integer().notNull().default(0),
  /** What of its payments is disputed; kept by a trigger. */
  amount_disputed: integer().notNull().default(0),
})

export const receiptCounters = sqliteTable(
  'receipt_counters',
  {
    program_id: text().notNull(),
    year: integer().notNull(),
    last: integer().notNull(),
    /** Numbers whose orders were removed after their time; kept by a trigger. */
    removed: integer().notNull().default(0),
  },
  (table) => [primaryKey({ columns: [table.program_id, table.year] })],
)

export const orderItems = sqliteTable('order_items', {
  id: text().primaryKey(),
  order_id: text().notNull(),
  position: integer().notNull(),
  type: text().$type<ItemType>().notNull(),
  source: text(),
  parent: text(),
  product_id: text().notNull(),
  product_name: text().notNull(),
  product_variation_id: text(),
  product_category_id: text(),
  registration_id: text(),
  attendee_name: text(),
  quantity: integer().notNull(),
  unit_amount: integer().notNull(),
  amount: integer().notNull(),
  amount_discount: integer().notNull().default(0),
  amount_fee: integer().notNull().default(0),
  amount_tax: integer().notNull().default(0),
  is_fee_included: integer({ mode: 'boolean' }).notNull().default(false),
  taxes: text({ mode: 'json' })
    .$type<{ name: string; percent: number; is_included: boolean; amount: number; fee_amount: number }[]>()
    .notNull()
    .default([]),
  discount_parts: text({ mode: 'json' }).$type<{ coupon_id: string; amount: number }[]>().notNull().default([]),
  cancelled_at: integer(),
  amount_cancelled: integer().notNull().default(0),
  created: integer().notNull(),
  translations: text({ mode: 'json' }).$type<Translations>().notNull().default({}),
  /** What of a product of the store was agreed when it was added. */
  product_type: text().$type<ProductType>(),
  confirm_text: text(),
  pickup_text: text(),
  return_days: integer(),
  return_on_request: integer({ mode: 'boolean' }).notNull().default(false),
  /** What the line has taken of its variation's stock: all of its quantity, or nothing. */
  stock_taken: integer().notNull().default(0),
  /** Kept by triggers: until when that is held for an order that is not paid. */
  stock_held_until: integer(),
  /** Whom a package is for; null = all that its customer books for. */
  attendee_profile_id: text(),
  /** What the package promised when it was added. */
  package_terms: text({ mode: 'json' }).$type<PackageTerms>(),
  /** What a membership promised when it was added. */
  membership_terms: text({ mode: 'json' }).$type<MembershipTerms>(),
})

export const orderInstalments = sqliteTable('order_instalments', {
  id: text().primaryKey(),
  order_id: text().notNull(),
  /** 0 is paid at checkout. */
  position: integer().notNull(),
  status: text().$type<InstalmentStatus>().notNull(),
  step: integer().notNull().default(0),
  due_on: text().notNull(),
  due_at: integer().notNull(),
  amount: integer().notNull(),
  amount_waived: integer().notNull().default(0),
  /** How much of it is for which line of the order. */
  lines: text({ mode: 'json' }).$type<{ item_id: string; amount: number }[]>().notNull(),
  /** How often its card was refused. */
  attempts: integer().notNull().default(0),
  next_try_at: integer(),
  /** The charge that is to pay it, as its payment is named. */
  charge_key: text(),
  /** The card that is charged. */
  payment_source_id: text(),
  payment_id: text(),
  paid_at: integer(),
  created: integer().notNull(),
  updated: integer().notNull(),
})
