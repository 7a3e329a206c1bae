// The tables of payments, declines, refunds and reports of providers.
import { integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import type { AlertDecision } from '../../../contract/organisation/desk.ts'
import type { CheckoutMethod } from '../../../contract/money/order.ts'
import type { ReceivedAs } from '../../../contract/money/payment.ts'
import type { PaymentState } from '../../../contract/states/payment-states.ts'
import type { Card } from '../../../contract/card.ts'
import type { RefundDestination } from '../../../contract/booking/registration.ts'
import type { RefundRequestStatus } from '../../../contract/states/refund-request-states.ts'
import type { RefundStatus } from '../../../contract/states/refund-states.ts'
import type { CardSetupStatus } from '../../../contract/states/card-setup-states.ts'
import type { RefundReason } from '../../../contract/booking/registration.ts'

export const payments = sqliteTable('payments', {
  id: text().primaryKey(),
  order_id: text().notNull(),
  customer_id: text().notNull(),
  status: text().$type<PaymentState>().notNull(),
  step: integer().notNull().default(0),
  checkout_method: text().$type<CheckoutMethod>().notNull(),
  amount_total: integer().notNull(),
  amount_received: integer().notNull().default(0),
  currency: text().notNull(),
  provider: text(),
  intent_id: text(),
  card: text({ mode: 'json' }).$type<Partial<Card> | null>(),
  next_action_url: text(),
  client_secret: text(),
  return_url: text(),
  attempts: integer().notNull().default(0),
  error_type: text(),
  provider_called_at: integer(),
  created: integer().notNull(),
  updated: integer().notNull(),
  received_as: text().$type<ReceivedAs>(),
  reference: text(),
  recorded_by: text(),
  /** The stored card that the payment charges. */
  payment_source_id: text(),
  /** True when the new card is stored after a successful payment. */
  stores_source: integer({ mode: 'boolean' }).notNull().default(false),
  /**
   * The provider account of the payment, even if its program changes accounts later; null for the platform's own
   * account.
   */
  provider_account: text(),
  /** The key of a charge of a stored card without the customer; null for a payment that the customer makes. */
  charge_key: text(),
  /** True for a card payment on the provider's own page, whose intent may still be the page's. */
  on_provider_page: integer({ mode: 'boolean' }).notNull().default(false),
  /** The payment of another order whose money moved here with a place. */
  carried_from: text(),
  /** The payment that the card provider charged. */
  charged_payment_id: text(),
  /** The amount that the cardholder disputes, or that the bank returned. It is not refunded a second time. */
  amount_disputed: integer().notNull().default(0),
})

/** The customer ids at card providers, until the provider has deleted them. */
export const providerCustomers = sqliteTable('provider_customers', {
  id: text().primaryKey(),
  customer_profile_id: text().notNull(),
  provider: text().notNull(),
  account: text(),
  created: integer().notNull(),
  forgotten_at: integer(),
})

/** A card that a customer stores with a program; its id is the provider's. */
export const paymentSources = sqliteTable('payment_sources', {
  id: text().primaryKey(),
  customer_profile_id: text().notNull(),
  customer_id: text().notNull(),
  provider: text().notNull(),
  /** The card form's id: an equal value is the same card. */
  form_source: text(),
  brand: text(),
  last4: text(),
  exp_month: integer(),
  exp_year: integer(),
  funding: text(),
  country: text(),
  three_d_secure: text(),
  status: text(),
  usage: text(),
  currency: text(),
  is_default: integer({ mode: 'boolean' }).notNull().default(false),
  /** The end of the card's expiry month, in UTC. */
  expires_at: integer(),
  /** How many of the two expiry reminders were sent. */
  expiry_mails: integer().notNull().default(0),
  detached_at: integer(),
  /** The time at which the provider deleted the card too. */
  forgotten_at: integer(),
  created: integer().notNull(),
  updated: integer().notNull(),
  /** The provider account that stores the card. */
  provider_account: text(),
  /** The last time at which the provider failed to delete the card. */
  forget_tried_at: integer(),
  /** The time at which the bank refused the card for good. Then it is charged only by its customer. */
  refused_at: integer(),
})

/** An attempt to store a card without charging it. */
export const cardSetups = sqliteTable('card_setups', {
  id: text().primaryKey(),
  customer_profile_id: text().notNull(),
  customer_id: text().notNull(),
  status: text().$type<CardSetupStatus>().notNull(),
  provider: text().notNull(),
  provider_setup_id: text(),
  client_secret: text(),
  form_source: text(),
  is_default: integer({ mode: 'boolean' }).notNull().default(false),
  attempts: integer().notNull().default(0),
  next_action_url: text(),
  error_type: text(),
  source_id: text(),
  provider_called_at: integer(),
  created: integer().notNull(),
  updated: integer().notNull(),
  /** True when the card is entered on the provider's own page. */
  on_provider_page: integer({ mode: 'boolean' }).notNull().default(false),
})

/** A customer's consent that a program charges their stored card, with the words that they agreed to. */
export const cardChargeConsents = sqliteTable('card_charge_consents', {
  id: text().primaryKey(),
  customer_id: text().notNull(),
  program_id: text().notNull(),
  version: text().notNull(),
  wording: text().notNull(),
  language: text().notNull(),
  amount_limit: integer().notNull(),
  currency: text().notNull(),
  agreed_at: integer().notNull(),
  withdrawn_at: integer(),
})

export const cardDeclines = sqliteTable('card_declines', {
  id: integer().primaryKey(),
  customer_id: text().notNull(),
  order_id: text().notNull(),
  payment_id: text().notNull(),
  code: text().notNull(),
  at: integer().notNull(),
})

export const refundRequests = sqliteTable('refund_requests', {
  id: text().primaryKey(),
  order_id: text().notNull(),
  customer_id: text().notNull(),
  status: text().$type<RefundRequestStatus>().notNull(),
  step: integer().notNull().default(0),
  reason: text().$type<RefundReason>().notNull(),
  reason_other: text(),
  registration_ids: text({ mode: 'json' }).$type<string[]>().notNull().default([]),
  amount: integer().notNull(),
  created: integer().notNull(),
  updated: integer().notNull(),
  program_id: text(),
  comment: text(),
  destination: text().$type<RefundDestination>().notNull().default('original_method'),
  amount_approved: integer(),
  decision_text: text(),
  decided_by: text(),
  decided_at: integer(),
  reminded_at: integer(),
  /** The item that the request is about; null for a request about a place. */
  item_id: text(),
})

export const refunds = sqliteTable('refunds', {
  id: text().primaryKey(),
  order_id: text().notNull(),
  payment_id: text(),
  refund_request_id: text(),
  dedupe: text().notNull(),
  status: text().$type<RefundStatus>().notNull(),
  step: integer().notNull().default(0),
  amount: integer().notNull(),
  destination: text().$type<RefundDestination>().notNull().default('original_method'),
  provider_refund_id: text(),
  failure: text(),
  reason: text(),
  inputs: text({ mode: 'json' }).$type<Record<string, unknown>>().notNull(),
  created: integer().notNull(),
  updated: integer().notNull(),
  /**
   * How the organisation handed over a refund that it did not send; `correction` for the counter-entry of a payment that
   * was recorded with a wrong amount; null for the others.
   */
  returned_as: text().$type<'cash' | 'correction'>(),
})

export const providerEvents = sqliteTable('provider_events', {
  id: text().primaryKey(),
  provider: text().notNull(),
  kind: text().$type<'payment' | 'setup' | 'refund' | 'dispute' | 'source' | 'account' | 'other'>().notNull(),
  provider_ref: text().notNull(),
  our_ref: text(),
  account: text(),
  created: integer().notNull(),
  received: integer().notNull(),
})

export const deskDecisions = sqliteTable('desk_decisions', {
  task: text().primaryKey(),
  program_id: text().notNull(),
  decision: text().$type<AlertDecision>().notNull(),
  note: text(),
  decided_by: text(),
  decided_at: integer().notNull(),
  destination: text().$type<RefundDestination>(),
})
