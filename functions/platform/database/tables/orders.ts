// The tables of orders and their items.
import { integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import type { CancelReason, CheckoutMethod, ItemType } from '../../../contract/money/order.ts'
import type { OrderStatus } from '../../../contract/states/order-states.ts'
import type { MembershipTerms } from '../../../contract/booking/membership.ts'
import type { PackageTerms } from '../../../contract/booking/session-credit.ts'
import type { ProductType } from '../../../contract/offering/product.ts'
import type { InstalmentStatus } from '../../../contract/states/instalment-states.ts'
import type { Translations } from '../../../contract/texts.ts'
import type { Language } from '../../../contract/field-rules.ts'
import type {
  CreditDocument,
  InstalmentDocument,
  ReceiptBuyer,
  ReceiptDocument,
} from '../../../contract/money/receipt.ts'

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
  /**
   * The amount of the instalments that are not charged because their items were cancelled. A trigger of the
   * instalments maintains it.
   */
  amount_waived: integer().notNull().default(0),
  tax_items: text({ mode: 'json' })
    .$type<{ name: string; percent: number; is_included: boolean; amount: number; translations?: Translations }[]>()
    .notNull()
    .default([]),
  starting_balance: integer().notNull().default(0),
  ending_balance: integer().notNull().default(0),
  /** The part of the order paid from the account balance. The triggers of the ledger maintain it. */
  balance_used: integer().notNull().default(0),
  hold_started_at: integer(),
  hold_expires_at: integer(),
  more_time_used: integer({ mode: 'boolean' }).notNull().default(false),
  bank_time_used: integer({ mode: 'boolean' }).notNull().default(false),
  decline_time_used: integer({ mode: 'boolean' }).notNull().default(false),
  due_at: integer(),
  paid_at: integer(),
  /** The last time at which the scheduler failed to expire the order. */
  expiry_tried_at: integer(),
  /** The valid version of the order's calendar link. */
  calendar_version: integer().notNull().default(1),
  /** The order pays a period of this membership. `membership_period` is the first day of the period. */
  membership_id: text(),
  membership_period: text(),
  created: integer().notNull(),
  updated: integer().notNull(),
  /**
   * The registration that moves to this order's place after payment, and its calendar sequence at the start of the
   * move.
   */
  moves_registration_id: text(),
  moves_sequence: integer(),
  /**
   * The amount paid for the previous place. It counts for this order, and is transferred when the remainder is paid.
   */
  amount_carried: integer().notNull().default(0),
  /** The refunded amount that went to other orders with moved places; maintained by a trigger of the payments. */
  amount_moved: integer().notNull().default(0),
  /** The disputed amount of the order's payments. A trigger maintains it. */
  amount_disputed: integer().notNull().default(0),
  /** The country that the buyer named for the quote, ISO 3166-1 alpha-2. */
  country: text(),
})

export const receiptCounters = sqliteTable(
  'receipt_counters',
  {
    program_id: text().notNull(),
    year: integer().notNull(),
    last: integer().notNull(),
    /** The numbers of orders that were removed after their retention time. A trigger maintains them. */
    removed: integer().notNull().default(0),
    /** The same for credit notes. */
    last_credit: integer().notNull().default(0),
    removed_credits: integer().notNull().default(0),
  },
  (table) => [primaryKey({ columns: [table.program_id, table.year] })],
)

/** Receipts and credit notes as they were issued. A trigger refuses changes, except the erasure of the person. */
export const receipts = sqliteTable('receipts', {
  id: text().primaryKey(),
  program_id: text().notNull(),
  order_id: text().notNull(),
  kind: text().$type<'receipt' | 'credit_note'>().notNull(),
  number: text().notNull(),
  /** The receipt that a credit note is about. */
  receipt_number: text(),
  /** The refund of a credit note. */
  refund_id: text(),
  /** The amount paid, or the amount that went back; negative when a credit note is taken back. */
  amount: integer().notNull(),
  currency: text().notNull(),
  language: text().$type<Language>().notNull(),
  issued_at: integer().notNull(),
  document: text({ mode: 'json' }).$type<ReceiptDocument | InstalmentDocument | CreditDocument>().notNull(),
  /** Null once the person is erased. */
  buyer: text({ mode: 'json' }).$type<ReceiptBuyer | null>(),
  /** Names of people by order item; empty once the customer is erased. */
  people: text({ mode: 'json' }).$type<Record<string, string>>().notNull().default({}),
  /** The payment of a receipt for later instalments; null for the receipt of the order. */
  payment_id: text(),
})

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
  /** The amount that the policy refunds for an item cancelled by its customer; null before the cancellation. */
  refund_policy: integer(),
  /** The lost discount that was deducted from the refund. It is negative when an earlier deduction was refunded. */
  discount_lost: integer().notNull().default(0),
  created: integer().notNull(),
  translations: text({ mode: 'json' }).$type<Translations>().notNull().default({}),
  /** The terms of the store product when it was added to the order. */
  product_type: text().$type<ProductType>(),
  confirm_text: text(),
  pickup_text: text(),
  return_days: integer(),
  return_on_request: integer({ mode: 'boolean' }).notNull().default(false),
  /** The quantity that the item took from the stock of its variation: all of its quantity, or 0. */
  stock_taken: integer().notNull().default(0),
  /** The time at which the stock held for an unpaid order is released. Triggers maintain it. */
  stock_held_until: integer(),
  /** The attendee of a package. With null, the package is for everyone the customer books for. */
  attendee_profile_id: text(),
  /** The terms of the package when it was added to the order. */
  package_terms: text({ mode: 'json' }).$type<PackageTerms>(),
  /** The terms of the membership when it was added to the order. */
  membership_terms: text({ mode: 'json' }).$type<MembershipTerms>(),
  /** Why staff set another price than that of the option. */
  price_reason: text(),
})

export const orderInstalments = sqliteTable('order_instalments', {
  id: text().primaryKey(),
  order_id: text().notNull(),
  /** Position 0 is the instalment paid at checkout. */
  position: integer().notNull(),
  status: text().$type<InstalmentStatus>().notNull(),
  step: integer().notNull().default(0),
  due_on: text().notNull(),
  due_at: integer().notNull(),
  amount: integer().notNull(),
  amount_waived: integer().notNull().default(0),
  /** The amount of the instalment for each item of the order. */
  lines: text({ mode: 'json' }).$type<{ item_id: string; amount: number }[]>().notNull(),
  /** Number of declined charges. */
  attempts: integer().notNull().default(0),
  next_try_at: integer(),
  /** The key of the charge that pays the instalment. Its payment has the same key. */
  charge_key: text(),
  /** The stored card that is charged for the instalment. */
  payment_source_id: text(),
  payment_id: text(),
  paid_at: integer(),
  created: integer().notNull(),
  updated: integer().notNull(),
})
