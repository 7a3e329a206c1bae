// Over 250 lines: every table once, a heading a subject. Constraints, triggers and full text stand in migrations/.
import { integer, primaryKey, real, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import type { AppointmentStatus, OpeningHours, PeriodType } from '../contract/appointment.ts'
import type { RelationName, Right } from '../contract/attendee.ts'
import type { Address } from '../contract/customer.ts'
import type { EventStatus, EventType, Field, QuestionType, RefundTier } from '../contract/event.ts'
import type { Gender, Language } from '../contract/field-rules.ts'
import type { CancelReason, CheckoutMethod, ItemType, OrderStatus } from '../contract/order.ts'
import type { AllocatedPeriod, BillingPeriod, ExpiryPeriod } from '../contract/package.ts'
import type { CardBrief, PaymentState } from '../contract/payment.ts'
import type { ProductType } from '../contract/product.ts'
import type { FeatureName, Program, ProgramPreferences, ProgramSelling } from '../contract/program.ts'
import type { RefundStatus } from '../contract/refund.ts'
import type { FormResponse, RefundReason, RegistrationStatus } from '../contract/registration.ts'

/** Refund policy of an event as stored: tiers, retention (fixed in minor units, percent whole) and what may be asked. */
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

// Programs and catalogue
export const programs = sqliteTable('programs', {
  id: text().primaryKey(),
  name: text().notNull(),
  summary: text(),
  types: text({ mode: 'json' }).$type<string[]>().notNull().default([]),
  picture_url: text(),
  website: text(),
  email: text(),
  phone: text(),
  address: text({ mode: 'json' }).$type<Address | null>(),
  featured: integer({ mode: 'boolean' }).notNull().default(false),
  is_verified: integer({ mode: 'boolean' }).notNull().default(false),
  tags: text({ mode: 'json' }).$type<string[]>().notNull().default([]),
  language: text().notNull().default('en'),
  languages: text({ mode: 'json' }).$type<string[]>().notNull().default(['en']),
  default_currency: text().notNull(),
  country: text().notNull(),
  timezone: text().notNull(),
  meta_pixel_id: text(),
  gtm_id: text(),
  features: text({ mode: 'json' }).$type<Partial<Record<FeatureName, boolean>>>().notNull().default({}),
  preferences: text({ mode: 'json' }).$type<ProgramPreferences>().notNull(),
  selling: text({ mode: 'json' }).$type<ProgramSelling>().notNull(),
  colours: text({ mode: 'json' }).$type<Program['colours']>(),
  billing_status: text().notNull().default('active'),
  source: text(),
  first_applied_on: text(),
  created: integer().notNull(),
  updated: integer().notNull(),
})
export const venues = sqliteTable('venues', {
  id: text().primaryKey(),
  program_id: text().notNull(),
  key: text().notNull(),
  position: integer().notNull().default(0),
  name: text().notNull(),
  address: text({ mode: 'json' }).$type<Address>().notNull(),
  city: text(),
  region: text(),
  country: text(),
  timezone: text().notNull(),
  is_removed: integer({ mode: 'boolean' }).notNull().default(false),
})
export const pools = sqliteTable('pools', {
  id: text().primaryKey(),
  program_id: text().notNull(),
  key: text().notNull(),
  spots_total: integer().notNull(),
  spots_taken: integer().notNull().default(0),
})
export const waivers = sqliteTable('waivers', {
  id: text().primaryKey(),
  program_id: text().notNull(),
  key: text().notNull(),
  version: integer().notNull(),
})
export const waiverVersions = sqliteTable(
  'waiver_versions',
  {
    waiver_id: text().notNull(),
    version: integer().notNull(),
    title: text().notNull(),
    text: text().notNull(),
    text_hash: text().notNull(),
    created: integer().notNull(),
  },
  (table) => [primaryKey({ columns: [table.waiver_id, table.version] })],
)
export const questions = sqliteTable('questions', {
  id: text().primaryKey(),
  program_id: text().notNull(),
  key: text().notNull(),
  title: text().notNull(),
  type: text().$type<QuestionType>().notNull(),
  help: text(),
  required: integer({ mode: 'boolean' }).notNull().default(false),
  max_length: integer(),
  minimum: real(),
  maximum: real(),
  choices: text({ mode: 'json' }).$type<{ value: string; label: string }[]>().notNull().default([]),
  show_if: text({ mode: 'json' }).$type<Field['show_if']>(),
})
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
  tags: text({ mode: 'json' }).$type<string[]>().notNull().default([]),
  picture_url: text(),
  picture_text: text(),
  online_event: integer({ mode: 'boolean' }).notNull().default(false),
  online_event_url: text(),
  restrict_to_package_ids: text({ mode: 'json' }).$type<string[]>().notNull().default([]),
  preregistration_enabled: integer({ mode: 'boolean' }).notNull().default(false),
  external_registration_url: text(),
  waitlist: integer({ mode: 'boolean' }).notNull().default(false),
  waiver_id: text(),
  waiver_may_wait: integer({ mode: 'boolean' }).notNull().default(false),
  refund: text({ mode: 'json' }).$type<EventRefund>().notNull(),
  published: integer(),
  created: integer().notNull(),
  updated: integer().notNull(),
  cancel_text: text(),
})
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
})
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
  created: integer().notNull(),
  updated: integer().notNull(),
})
export const optionPools = sqliteTable(
  'option_pools',
  {
    option_id: text().notNull(),
    pool_id: text().notNull(),
  },
  (table) => [primaryKey({ columns: [table.option_id, table.pool_id] })],
)
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
})

// Store
export const productCategories = sqliteTable('product_categories', {
  id: text().primaryKey(),
  program_id: text().notNull(),
  key: text().notNull(),
  position: integer().notNull().default(0),
  name: text().notNull(),
  parent_id: text(),
})
export const products = sqliteTable('products', {
  id: text().primaryKey(),
  program_id: text().notNull(),
  key: text().notNull(),
  position: integer().notNull().default(0),
  type: text().$type<ProductType>().notNull(),
  name: text().notNull(),
  description: text(),
  picture_url: text(),
  category_id: text(),
  sale_starts_at: integer(),
  sale_ends_at: integer(),
  is_closed: integer({ mode: 'boolean' }).notNull().default(false),
  is_removed: integer({ mode: 'boolean' }).notNull().default(false),
  created: integer().notNull(),
  updated: integer().notNull(),
})
export const productVariations = sqliteTable('product_variations', {
  id: text().primaryKey(),
  product_id: text().notNull(),
  program_id: text().notNull(),
  key: text().notNull(),
  position: integer().notNull().default(0),
  name: text().notNull(),
  confirm_text: text(),
  cost: integer().notNull(),
  is_closed: integer({ mode: 'boolean' }).notNull().default(false),
  is_removed: integer({ mode: 'boolean' }).notNull().default(false),
  created: integer().notNull(),
  updated: integer().notNull(),
})
export const eventProducts = sqliteTable(
  'event_products',
  {
    event_id: text().notNull(),
    product_id: text().notNull(),
    position: integer().notNull().default(0),
  },
  (table) => [primaryKey({ columns: [table.event_id, table.product_id] })],
)

// Appointments
export const appointmentTypes = sqliteTable('appointment_types', {
  id: text().primaryKey(),
  program_id: text().notNull(),
  key: text().notNull(),
  position: integer().notNull().default(0),
  name: text().notNull(),
  summary: text(),
  description: text(),
  terms: text(),
  status: text().$type<AppointmentStatus>().notNull(),
  step: integer().notNull().default(0),
  currency: text().notNull(),
  tags: text({ mode: 'json' }).$type<string[]>().notNull().default([]),
  picture_url: text(),
  picture_text: text(),
  is_online_event: integer({ mode: 'boolean' }).notNull().default(false),
  online_event_url: text(),
  is_preregistration_enabled: integer({ mode: 'boolean' }).notNull().default(false),
  period_type: text().$type<PeriodType>().notNull(),
  max_booking_time: integer(),
  period_starts_on: text(),
  period_ends_on: text(),
  opening_hours: text({ mode: 'json' }).$type<OpeningHours[]>().notNull().default([]),
  interval_minutes: integer().notNull(),
  buffer_minutes: integer().notNull(),
  spots_total: integer().notNull(),
  book_until: text(),
  published: integer(),
  created: integer().notNull(),
  updated: integer().notNull(),
})
export const appointmentTypeVenues = sqliteTable(
  'appointment_type_venues',
  {
    appointment_type_id: text().notNull(),
    venue_id: text().notNull(),
    position: integer().notNull().default(0),
  },
  (table) => [primaryKey({ columns: [table.appointment_type_id, table.venue_id] })],
)
export const appointmentOptions = sqliteTable('appointment_options', {
  id: text().primaryKey(),
  appointment_type_id: text().notNull(),
  program_id: text().notNull(),
  key: text().notNull(),
  position: integer().notNull().default(0),
  name: text().notNull(),
  free: integer({ mode: 'boolean' }).notNull().default(false),
  cost: integer().notNull(),
  duration: integer().notNull(),
  is_removed: integer({ mode: 'boolean' }).notNull().default(false),
  created: integer().notNull(),
  updated: integer().notNull(),
})
export const appointmentSlots = sqliteTable('appointment_slots', {
  registration_id: text().primaryKey(),
  appointment_type_id: text().notNull(),
  appointment_option_id: text().notNull(),
  place: integer().notNull(),
  starts_at: integer().notNull(),
  ends_at: integer().notNull(),
  free_at: integer().notNull(),
  is_taken: integer({ mode: 'boolean' }).notNull().default(true),
})

// People
export const users = sqliteTable('users', {
  id: text().primaryKey(),
  first_name: text().notNull(),
  last_name: text().notNull(),
  email: text().notNull(),
  email_key: text().notNull(),
  pending_email: text(),
  phone: text(),
  picture_url: text(),
  password_hash: text().notNull(),
  is_active: integer({ mode: 'boolean' }).notNull().default(true),
  is_email_verified: integer({ mode: 'boolean' }).notNull().default(false),
  is_admin: integer({ mode: 'boolean' }).notNull().default(false),
  timezone: text().notNull(),
  language: text().$type<Language>().notNull().default('en'),
  last_login: integer(),
  created: integer().notNull(),
  updated: integer().notNull(),
})
export const sessions = sqliteTable('sessions', {
  id: text().primaryKey(),
  user_id: text().notNull(),
  created: integer().notNull(),
  expires_at: integer().notNull(),
  ended_at: integer(),
  ended_because: text(),
})
export const refreshTokens = sqliteTable('refresh_tokens', {
  hash: text().primaryKey(),
  session_id: text().notNull(),
  issued_at: integer().notNull(),
  expires_at: integer().notNull(),
  used_at: integer(),
  successor_hash: text(),
})
export const emailCodes = sqliteTable('email_codes', {
  id: text().primaryKey(),
  user_id: text().notNull(),
  email: text().notNull(),
  code_sealed: text().notNull(),
  program_id: text(),
  goto: text(),
  language: text().notNull(),
  created: integer().notNull(),
  expires_at: integer().notNull(),
  tries: integer().notNull().default(0),
  used_at: integer(),
})
export const emailChanges = sqliteTable('email_changes', {
  id: text().primaryKey(),
  user_id: text().notNull(),
  old_email: text().notNull(),
  new_email: text().notNull(),
  created: integer().notNull(),
  expires_at: integer().notNull(),
  undone_at: integer(),
})
export const attempts = sqliteTable(
  'attempts',
  {
    scope: text().notNull(),
    window_starts_at: integer().notNull(),
    n: integer().notNull().default(0),
  },
  (table) => [primaryKey({ columns: [table.scope, table.window_starts_at] })],
)
export const customers = sqliteTable('customers', {
  id: text().primaryKey(),
  user_id: text().notNull(),
  addresses: text({ mode: 'json' }).$type<Address[]>().notNull().default([]),
  phones: text({ mode: 'json' }).$type<string[]>().notNull().default([]),
  timezone: text().notNull(),
  created: integer().notNull(),
  updated: integer().notNull(),
})
export const customerProfiles = sqliteTable('customer_profiles', {
  id: text().primaryKey(),
  customer_id: text().notNull(),
  program_id: text().notNull(),
  is_subscribed: integer({ mode: 'boolean' }).notNull().default(false),
  unsubscribed: integer(),
  payment_provider_id: text(),
  created: integer().notNull(),
  updated: integer().notNull(),
})
export const attendees = sqliteTable('attendees', {
  id: text().primaryKey(),
  first_name: text().notNull(),
  last_name: text().notNull(),
  email: text(),
  phone: text(),
  picture_url: text(),
  date_of_birth: text(),
  gender: text().$type<Gender>(),
  medical_history_sealed: text(),
  dietary_restrictions_sealed: text(),
  health_card_sealed: text(),
  health_card_last4: text(),
  parent_name: text(),
  emergency_contact_phone: text(),
  emergency_contact_email: text(),
  timezone: text(),
  created: integer().notNull(),
  updated: integer().notNull(),
})
export const relations = sqliteTable(
  'relations',
  {
    customer_id: text().notNull(),
    attendee_id: text().notNull(),
    relation: text().$type<RelationName>().notNull(),
    rights: text({ mode: 'json' }).$type<Right[]>().notNull(),
    created: integer().notNull(),
  },
  (table) => [primaryKey({ columns: [table.customer_id, table.attendee_id] })],
)
export const attendeeProfiles = sqliteTable('attendee_profiles', {
  id: text().primaryKey(),
  program_id: text().notNull(),
  attendee_id: text().notNull(),
  primary_contact_id: text(),
  has_active_memberships: integer({ mode: 'boolean' }).notNull().default(false),
  num_registrations: integer().notNull().default(0),
  first_attended: integer(),
  last_attended: integer(),
  average_feedback: real(),
  is_archived: integer({ mode: 'boolean' }).notNull().default(false),
  created: integer().notNull(),
  updated: integer().notNull(),
})
export const healthReads = sqliteTable('health_reads', {
  id: integer().primaryKey(),
  attendee_id: text().notNull(),
  customer_id: text().notNull(),
  at: integer().notNull(),
})

// Places and orders
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
  tax_items: text({ mode: 'json' })
    .$type<{ name: string; percent: number; is_included: boolean; amount: number }[]>()
    .notNull()
    .default([]),
  starting_balance: integer().notNull().default(0),
  ending_balance: integer().notNull().default(0),
  hold_started_at: integer(),
  hold_expires_at: integer(),
  more_time_used: integer({ mode: 'boolean' }).notNull().default(false),
  bank_time_used: integer({ mode: 'boolean' }).notNull().default(false),
  decline_time_used: integer({ mode: 'boolean' }).notNull().default(false),
  due_at: integer(),
  paid_at: integer(),
  created: integer().notNull(),
  updated: integer().notNull(),
})
export const receiptCounters = sqliteTable(
  'receipt_counters',
  {
    program_id: text().notNull(),
    year: integer().notNull(),
    last: integer().notNull(),
  },
  (table) => [primaryKey({ columns: [table.program_id, table.year] })],
)
export const registrations = sqliteTable('registrations', {
  id: text().primaryKey(),
  program_id: text().notNull(),
  event_id: text().notNull(),
  option_id: text().notNull(),
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
    .$type<FormResponse>()
    .notNull()
    .default({ landed_at: null, submitted_at: null, answers: [] }),
  cancelled_at: integer(),
  cancel_reason: text(),
  created: integer().notNull(),
  updated: integer().notNull(),
})
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
  cancelled_at: integer(),
  amount_cancelled: integer().notNull().default(0),
  created: integer().notNull(),
})
export const discounts = sqliteTable('discounts', {
  id: text().primaryKey(),
  order_id: text().notNull(),
  coupon_id: text().notNull(),
  customer_id: text().notNull(),
  amount: integer().notNull(),
  is_entered: integer({ mode: 'boolean' }).notNull(),
  state: text().$type<'applied' | 'reserved' | 'final' | 'released'>().notNull().default('applied'),
  redeemed: integer(),
  created: integer().notNull(),
})
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
  card: text({ mode: 'json' }).$type<CardBrief | null>(),
  next_action_url: text(),
  client_secret: text(),
  return_url: text(),
  tries: integer().notNull().default(0),
  error_type: text(),
  asked_at: integer(),
  created: integer().notNull(),
  updated: integer().notNull(),
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
  status: text().$type<'requested' | 'approved' | 'declined' | 'withdrawn' | 'completed'>().notNull(),
  step: integer().notNull().default(0),
  reason: text().$type<RefundReason>().notNull(),
  reason_other: text(),
  registration_ids: text({ mode: 'json' }).$type<string[]>().notNull().default([]),
  amount: integer().notNull(),
  created: integer().notNull(),
  updated: integer().notNull(),
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
  destination: text().$type<'original_method' | 'account_balance'>().notNull().default('original_method'),
  provider_refund_id: text(),
  failure: text(),
  reason: text(),
  inputs: text({ mode: 'json' }).$type<Record<string, unknown>>().notNull(),
  created: integer().notNull(),
  updated: integer().notNull(),
})

// The write path
export const statusHistory = sqliteTable(
  'status_history',
  {
    object: text().notNull(),
    object_id: text().notNull(),
    step: integer().notNull(),
    from_status: text(),
    to_status: text().notNull(),
    actor_type: text().notNull(),
    actor_id: text(),
    reason: text(),
    at: integer().notNull(),
    writer: text(),
  },
  (table) => [primaryKey({ columns: [table.object, table.object_id, table.step] })],
)
export const outbox = sqliteTable('outbox', {
  id: integer().primaryKey(),
  kind: text().notNull(),
  ref: text().notNull(),
  dedupe: text().notNull(),
  body: text({ mode: 'json' }).$type<Record<string, unknown>>().notNull().default({}),
  due_at: integer().notNull(),
  tries: integer().notNull().default(0),
  leased_until: integer(),
  done_at: integer(),
  dead_at: integer(),
  last_error: text(),
})
export const idempotencyKeys = sqliteTable(
  'idempotency_keys',
  {
    scope: text().notNull(),
    key: text().notNull(),
    fingerprint: text().notNull(),
    made: text(),
    status: integer(),
    body: text(),
    created: integer().notNull(),
    writer: text(),
  },
  (table) => [primaryKey({ columns: [table.scope, table.key] })],
)
export const mailbox = sqliteTable('mailbox', {
  id: integer().primaryKey(),
  dedupe: text().notNull(),
  recipient: text().notNull(),
  sender: text().notNull(),
  subject: text().notNull(),
  text: text().notNull(),
  html: text().notNull(),
  headers: text({ mode: 'json' }).$type<Record<string, string>>().notNull().default({}),
  attachments: text({ mode: 'json' })
    .$type<{ filename: string; content_type: string; content: string }[]>()
    .notNull()
    .default([]),
  created: integer().notNull(),
})
export const sandboxIntents = sqliteTable('sandbox_intents', {
  id: text().primaryKey(),
  payment_id: text().notNull(),
  order_id: text().notNull(),
  state: text().notNull(),
  amount: integer().notNull(),
  amount_received: integer().notNull().default(0),
  currency: text().notNull(),
  source: text(),
  decline: text(),
  bank_token: text(),
  return_url: text(),
  settles_at: integer(),
  created: integer().notNull(),
  updated: integer().notNull(),
  attempt: integer().notNull().default(0),
})
export const sandboxRefunds = sqliteTable('sandbox_refunds', {
  id: text().primaryKey(),
  refund_id: text().notNull(),
  intent_id: text().notNull(),
  amount: integer().notNull(),
  created: integer().notNull(),
})
export const facts = sqliteTable('facts', {
  name: text().primaryKey(),
  value: text().notNull(),
  updated: integer().notNull(),
})
