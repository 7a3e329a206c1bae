// Over 250 lines: an order, its quote and its requests, whose schemas share their amounts.
import * as z from 'zod/mini'
import { CustomerProfileBrief } from '../people/customer.ts'
import { Discount } from './discount.ts'
import { code, Day, Id, Timezone } from '../field-rules.ts'
import { largestQuantity } from '../limits.ts'
import { Money } from '../amount.ts'
import { billingPeriods } from '../offering/package.ts'
import { expandOf, flagInQuery, oneOrMore, paging } from '../paging.ts'
import { Payment } from './payment.ts'
import { Receipt } from './receipt.ts'
import { Instalment, InstalmentDue } from '../offering/payment-plan.ts'
import { CancelRegistrationRequest, Registration } from '../booking/registration.ts'
import { TextLanguages } from '../texts.ts'
import { orderStatuses } from '../states/order-states.ts'

const paymentStatuses = ['no_payment_required', 'unpaid', 'partially_paid', 'paid', 'overpaid'] as const
const refundStatuses = ['none', 'requested', 'pending', 'partially_refunded', 'refunded', 'failed'] as const
const cancelReasons = [
  'customer',
  'organiser',
  'event_cancelled',
  'payment_after_expiry',
  'duplicate',
  'fraud',
  'all_items_cancelled',
] as const
export type CancelReason = (typeof cancelReasons)[number]
export const checkoutMethods = ['card', 'offline', 'free'] as const
export const CheckoutMethod = z.enum(checkoutMethods, { error: code('invalid_option') })
export type CheckoutMethod = (typeof checkoutMethods)[number]
const itemTypes = [
  'event_option',
  'appointment_option',
  'session_package',
  'membership_package',
  'product_variation',
  'balance_due',
] as const
export type ItemType = (typeof itemTypes)[number]

/**
 * The payment plan of a membership (our addition). The first payment is due today if the membership begins without a
 * trial. Costs are before fee and tax. `next_payment_date` is the day of the second payment; null if there is none, and
 * on the order of a later period. `keeps_card` is true if a card is charged later without the customer, `needs_card` if
 * the membership cannot be bought without a card.
 */
export const MembershipPlan = z.strictObject({
  start_date: z.string(),
  trial_end_date: z.nullable(z.string()),
  first_payment_date: z.string(),
  first_cost: Money,
  next_payment_date: z.nullable(z.string()),
  cost: Money,
  billing_period: z.enum(billingPeriods),
  num_periods: z.nullable(z.int()),
  renews: z.boolean(),
  needs_card: z.boolean(),
  keeps_card: z.boolean(),
})
export type MembershipPlan = z.infer<typeof MembershipPlan>

/**
 * An item of an order. `amount_tax` is the tax on its price. The tax on the fee is the remaining tax of the order,
 * because the fee may be kept when the price is refunded. Our additions for store products: `confirm_text` (the text
 * that the customer agrees to), `pickup_text` (where to pick it up) and `return_days` (how many days after payment it
 * may be returned). `membership` (our addition) is null for other items. `registration` is present only when `expand`
 * names it.
 */
export const OrderItem = z.strictObject({
  id: z.string(),
  object: z.literal('order_item'),
  type: z.enum(itemTypes),
  source: z.nullable(z.string()),
  parent: z.nullable(z.string()),
  product_id: z.string(),
  product_name: z.string(),
  text_languages: TextLanguages,
  product_variation_id: z.nullable(z.string()),
  product_category_id: z.nullable(z.string()),
  quantity: z.int(),
  unit_amount: Money,
  amount: Money,
  amount_discount: Money,
  amount_fee: Money,
  amount_tax: Money,
  amount_tax_added: Money,
  amount_total: Money,
  amount_cancelled: Money,
  is_fee_included: z.boolean(),
  registration_id: z.nullable(z.string()),
  attendee_name: z.nullable(z.string()),
  confirm_text: z.nullable(z.string()),
  pickup_text: z.nullable(z.string()),
  return_days: z.nullable(z.int()),
  is_cancelled: z.boolean(),
  membership: z.nullable(MembershipPlan),
  /** Why the organisation set the price, or what a charge is for; absent for other prices. */
  price_reason: z.optional(z.string()),
  registration: z.optional(Registration),
})
export type OrderItem = z.infer<typeof OrderItem>

/** The `product_id` of a charge, an item that staff named and priced. */
export const chargeProduct = 'charge'
/** True for a charge by staff: it has the type `product_variation`, and is of no product of the store. */
export const isCharge = ({ product_id }: { product_id: string }): boolean => product_id === chargeProduct

/** One tax over the whole order. `percent` is a percentage. */
export const OrderTax = z.strictObject({
  name: z.string(),
  percent: z.number(),
  is_included: z.boolean(),
  amount: Money,
})
export type OrderTax = z.infer<typeof OrderTax>

const amounts = {
  amount_subtotal: Money,
  amount_discount: Money,
  amount_fee: Money,
  amount_tax: Money,
  amount_total: Money,
  amount_paid: Money,
  amount_returned: Money,
  amount_due: Money,
  amount_remaining: Money,
}

/**
 * The refund for cancelling a whole order until a given time (`until`, null for no end): the automatic part, and the
 * part that the organisation decides.
 */
export const ReturnStep = z.strictObject({
  until: z.nullable(z.string()),
  amount_returned: Money,
  amount_requested: Money,
})
export type ReturnStep = z.infer<typeof ReturnStep>

/**
 * An order. Every amount is Money. `registrations` is filled on a single order or by expand. Our additions:
 * `offline_instructions` tells how to pay later, as plain text with line breaks. It is null unless the order can be
 * paid offline (`checkout_methods` has `offline`) or waits for an offline payment (`status` is `pending` and `due_at`
 * is set). A waiting order is paid by card with the same POST …/payments, and ended with POST orders/{id}/cancel or
 * POST registrations/{id}/cancel. `returns_if_cancelled` is the refund for cancelling a paid order now and after each
 * deadline; empty in a list and if the order cannot be cancelled. `amount_returning` is the sum of refunds in progress,
 * `amount_disputed` the amount that the cardholder's bank took back, `paid_at` the time of the receipt.
 * `moves_registration_id` is the booking that moves to the place of this order once it is paid, `amount_carried` the
 * amount paid for its old place, which counts for this order; null and 0 for other orders. `amount_moved` is the part
 * of `amount_returned` that went to another order with a place that moved there. `membership_id` is the membership for
 * which the order pays a later period. `country` is the buyer's, as named in the last quote; it changes no tax.
 * `receipts` are the receipt and credit notes of a single order; empty in a list.
 */
export const Order = z.strictObject({
  id: z.string(),
  object: z.literal('order'),
  program_id: z.string(),
  status: z.enum(orderStatuses),
  payment_status: z.enum(paymentStatuses),
  refund_status: z.enum(refundStatuses),
  cancel_reason: z.nullable(z.enum(cancelReasons)),
  receipt_number: z.nullable(z.string()),
  currency: z.string(),
  country: z.nullable(z.string()),
  timezone: z.string(),
  ...amounts,
  amount_returning: Money,
  amount_disputed: Money,
  moves_registration_id: z.nullable(z.string()),
  membership_id: z.nullable(z.string()),
  amount_carried: Money,
  amount_moved: Money,
  starting_balance: Money,
  ending_balance: Money,
  items: z.array(OrderItem),
  tax_items: z.array(OrderTax),
  discounts: z.array(Discount),
  payments: z.array(Payment),
  registrations: z.array(Registration),
  receipts: z.array(Receipt),
  instalments: z.array(Instalment),
  instalments_offered: z.array(InstalmentDue),
  checkout_methods: z.array(CheckoutMethod),
  customer_profile: CustomerProfileBrief,
  quote_version: z.int(),
  hold_expires_at: z.nullable(z.string()),
  due_at: z.nullable(z.string()),
  offline_due_at: z.nullable(z.string()),
  offline_instructions: z.nullable(z.string()),
  returns_if_cancelled: z.array(ReturnStep),
  text_languages: TextLanguages,
  paid_at: z.nullable(z.string()),
  created: z.string(),
  updated: z.string(),
})
export type Order = z.infer<typeof Order>

/**
 * The current price of an order. `quote_version` increases with every change of the cart or its price. A payment names
 * the version that the customer was shown; any other version is refused as `quote_stale`
 * (`money/orders/order-refusals.ts`). `notices` (our addition) are sentences, for example about a coupon that no longer
 * applies or a changed price.
 */
export const Quote = z.strictObject({
  object: z.literal('quote'),
  order_id: z.string(),
  quote_version: z.int(),
  valid_until: z.nullable(z.string()),
  checkout_method: z.nullable(CheckoutMethod),
  checkout_methods: z.array(CheckoutMethod),
  currency: z.string(),
  country: z.nullable(z.string()),
  items: z.array(OrderItem),
  discounts: z.array(Discount),
  tax_items: z.array(OrderTax),
  ...amounts,
  amount_carried: Money,
  balance_used: Money,
  returns_if_cancelled_now: Money,
  returns_if_cancelled: z.array(ReturnStep),
  instalments: z.array(InstalmentDue),
  offline_due_at: z.nullable(z.string()),
  notices: z.array(z.strictObject({ type: z.string(), message: z.string() })),
})
export type Quote = z.infer<typeof Quote>

/**
 * An item as a customer adds it: source and quantity, never a price. `balance_due` has no source. `attendee_profile_id`
 * (our addition) names the person for whom a package is; without it, the package is for everyone the customer books
 * for.
 */
export const OrderItemInput = z.strictObject({
  type: z.enum(itemTypes, { error: code('invalid_option') }),
  source: z.nullish(Id),
  quantity: z._default(
    z.int().check(z.minimum(1, code('invalid_integer')), z.maximum(largestQuantity, code('invalid_integer'))),
    1,
  ),
  parent: z.nullish(Id),
  attendee_profile_id: z.nullish(Id),
  start_date: z.nullish(Day),
})
export type OrderItemInput = z.infer<typeof OrderItemInput>

/** Body of POST orders. */
export const CreateOrderRequest = z.strictObject({
  program_id: Id,
  customer_profile_id: Id,
  timezone: z.optional(Timezone),
  items: z.optional(z.array(OrderItemInput).check(z.maxLength(50))),
})
export type CreateOrderRequest = z.infer<typeof CreateOrderRequest>

/** Query of POST orders/{id}/quote. `country` is the buyer's: the order stores it, and the program's taxes apply in every country. */
export const QuoteQuery = z.strictObject({
  use_account_balance: z.optional(flagInQuery),
  checkout_method: z.optional(CheckoutMethod),
  currency: z.optional(z.string().check(z.regex(/^[A-Za-z]{3}$/, code('invalid_option')))),
  country: z.optional(z.string().check(z.regex(/^[A-Za-z]{2}$/, code('invalid_option')))),
})
export type QuoteQuery = z.infer<typeof QuoteQuery>

const ignored = z.optional(z.unknown())
/**
 * Body of PUT orders/{id}. A customer may only set `status: cancelled`; other fields of an order are accepted and
 * ignored.
 */
export const UpdateOrderRequest = z.strictObject({
  ...(Object.fromEntries(Object.keys(Order.shape).map((name) => [name, ignored])) as Record<
    Exclude<keyof typeof Order.shape, 'id' | 'status'>,
    typeof ignored
  >),
  id: z.optional(Id),
  status: z.optional(z.string()),
})
export type UpdateOrderRequest = z.infer<typeof UpdateOrderRequest>

/** Query of GET orders. */
export const OrderListQuery = z.strictObject({
  ...paging,
  sort: z._default(z.enum(['created', 'updated']), 'created'),
  search: z.optional(z.string().check(z.maxLength(100, code('too_long')))),
  program_id: z.optional(Id),
  status: z.optional(oneOrMore(z.enum(orderStatuses))),
  checkout_method: z.optional(CheckoutMethod),
  membership_id: z.optional(Id),
  expand: expandOf(['items', 'payments', 'discounts', 'registrations']),
})
export type OrderListQuery = z.infer<typeof OrderListQuery>

/** Query of GET orders/{id}. `currency` is compared with the order's currency; the other fields change nothing. */
export const OrderQuery = z.strictObject({
  checkout_method: QuoteQuery.shape.checkout_method,
  currency: QuoteQuery.shape.currency,
  country: QuoteQuery.shape.country,
})
/** Query of GET orders/{order_id}/items. */
export const ItemListQuery = z.strictObject({
  ...paging,
  sort: z._default(z.enum(['created']), 'created'),
  expand: expandOf(['registration']),
})
/** Query of GET orders/{order_id}/discounts. */
export const DiscountListQuery = z.strictObject({ ...paging, sort: z._default(z.enum(['created']), 'created') })
export const InOrder = z.strictObject({ order_id: Id })
/** Body of POST orders/{id}/mail_receipt: the number of a receipt or credit note; by default the order's receipt. */
export const MailReceiptRequest = z.strictObject({ number: z.nullish(Id) })
export type MailReceiptRequest = z.infer<typeof MailReceiptRequest>
export const InOrderItem = z.strictObject({ order_id: Id, item_id: Id })
export const InOrderDiscount = z.strictObject({ order_id: Id, discount_id: Id })

/**
 * Body of POST orders/{id}/cancel. Our additions: `reason_other` explains a reason from the list; `expected_amount` is
 * the refund that was shown, in minor units or as Money.
 */
export const CancelOrderRequest = z.strictObject({
  reason: z.nullish(z.string().check(z.maxLength(255))),
  reason_other: CancelRegistrationRequest.shape.reason_other,
  destination: CancelRegistrationRequest.shape.destination,
  expected_amount: CancelRegistrationRequest.shape.expected_amount,
})
export type CancelOrderRequest = z.infer<typeof CancelOrderRequest>

/** URL of an order's calendar file, which needs no log-in; null once the calendar has ended. */
export const Calendar = z.strictObject({
  object: z.literal('calendar'),
  order_id: z.string(),
  url: z.nullable(z.string()),
})
export type Calendar = z.infer<typeof Calendar>

/** URL of the calendar with all bookings of a customer and the people they look after. It needs no log-in. */
export const FamilyCalendar = z.strictObject({ object: z.literal('family_calendar'), url: z.string() })
export type FamilyCalendar = z.infer<typeof FamilyCalendar>

/**
 * The number by which a customer and the organisation name an order: its receipt number, and before it has one the start
 * of its id, such as `3F7A-12BC`.
 */
export function orderNumber({ id, receipt_number }: { id: string; receipt_number: string | null }): string {
  if (receipt_number !== null) return receipt_number
  const start = id
    .replace(/^[a-z]+_/, '')
    .slice(0, 8)
    .toUpperCase()
  return `${start.slice(0, 4)}-${start.slice(4)}`
}
