import * as z from 'zod/mini'
import { ChargeConsentVersion } from './card-charges.ts'
import { Card } from '../card.ts'
import { code, Id, line } from '../field-rules.ts'
import { enteredAmount, Money } from '../amount.ts'
import { flagInQuery, paging } from '../paging.ts'
import { paymentStates } from '../states/payment-states.ts'

/** How an organisation received an offline payment. */
export const receivedAs = ['cash', 'cheque', 'transfer', 'other'] as const
export type ReceivedAs = (typeof receivedAs)[number]

/**
 * A payment. Our additions: `error_type` is the code of the last decline; `carried_from` is the payment of another
 * order whose amount came with a place that moved.
 */
export const Payment = z.strictObject({
  id: z.string(),
  object: z.literal('payment'),
  order_id: z.string(),
  status: z.enum(paymentStates),
  amount_total: Money,
  amount_received: Money,
  checkout_method: z.enum(['card', 'offline', 'free']),
  payment_source: z.nullable(Card),
  payment_provider: z.nullable(z.string()),
  carried_from: z.nullable(z.string()),
  has_next_action: z.boolean(),
  /** True when the card is entered on the provider's own page, at `next_action_url` while the page is open. */
  on_provider_page: z.boolean(),
  next_action_url: z.nullable(z.string()),
  client_secret: z.nullable(z.string()),
  error_type: z.nullable(z.string()),
  error_message: z.nullable(z.string()),
  created: z.string(),
  updated: z.string(),
})
export type Payment = z.infer<typeof Payment>

/** Body of POST orders/{id}/payments. `return_url` is validated like every `goto`. */
export const PayOrderRequest = z.strictObject({
  order_id: z.optional(Id),
  checkout_method: z.enum(['card', 'offline', 'free'], { error: code('invalid_option') }),
  payment_source_id: z.nullish(z.string().check(z.regex(/^[A-Za-z0-9_]{1,100}$/, code('invalid_option')))),
  /** Opens the provider's own page for a new card, at `next_action_url`, instead of charging a `payment_source_id`. */
  on_provider_page: z.optional(z.boolean()),
  /** Keeps a new card for later payments, once this payment has succeeded. */
  store_payment_source: z.optional(z.boolean()),
  /** The customer lets the organisation charge the stored card later, in the words of this version. */
  charge_consent: z.optional(ChargeConsentVersion),
  use_account_balance: z.optional(z.boolean()),
  /** Charges the first instalment now, keeps the card, and charges the others to it on their days. */
  pay_in_instalments: z.optional(z.boolean()),
  /** For `pay_in_instalments`, the first instalment that the page showed, in minor units. */
  first_instalment: z.optional(z.int().check(z.minimum(0))),
  /** A payment that still waits for the bank and is ended first, because the customer chose another card. */
  replaces_payment_id: z.optional(Id),
  return_url: z.nullish(z.string().check(z.maxLength(2048))),
  quote_version: z.optional(z.int().check(z.minimum(0))),
})
export type PayOrderRequest = z.infer<typeof PayOrderRequest>

/** Body of POST orders/{id}/instalments/pay: one instalment, or all remaining ones without `instalment_id`. */
export const PayInstalmentsRequest = z.strictObject({
  order_id: z.optional(Id),
  instalment_id: z.nullish(Id),
  payment_source_id: z
    .string({ error: code('required') })
    .check(z.regex(/^[A-Za-z0-9_]{1,100}$/, code('invalid_option'))),
  /** Keeps a new card, and charges the other instalments to it. */
  store_payment_source: z.optional(z.boolean()),
  return_url: z.nullish(z.string().check(z.maxLength(2048))),
})
export type PayInstalmentsRequest = z.infer<typeof PayInstalmentsRequest>

/**
 * Body of an organisation's POST orders/{id}/payments: an offline payment, in minor units. `payment_id` is the pending
 * payment that it settles. A `reference` counts once in an order.
 */
export const RecordPaymentRequest = z.strictObject({
  amount: enteredAmount(1),
  received_as: z._default(z.enum(receivedAs, { error: code('invalid_option') }), 'other'),
  reference: z.nullish(line(100)),
  recorded_by: z.nullish(line(80)),
  payment_id: z.nullish(Id),
})
export type RecordPaymentRequest = z.infer<typeof RecordPaymentRequest>

/** Body of an organisation's POST payments/{id}/correct: what was really received, in minor units, and why. */
export const CorrectPaymentRequest = z.strictObject({
  amount: enteredAmount(0),
  reason: line(500).check(z.minLength(1, code('required'))),
  notify: z.optional(z.boolean()),
})
export type CorrectPaymentRequest = z.infer<typeof CorrectPaymentRequest>

/** An office payment as it counts after its correction. The payment itself keeps what was recorded. */
export const PaymentCorrection = z.strictObject({
  object: z.literal('payment_correction'),
  order_id: z.string(),
  payment_id: z.string(),
  amount_recorded: Money,
  amount: Money,
  order_paid: Money,
  order_due: Money,
})
export type PaymentCorrection = z.infer<typeof PaymentCorrection>

/** Query of GET orders/{order_id}/payments. */
export const PaymentListQuery = z.strictObject({
  ...paging,
  sort: z._default(z.enum(['created']), 'created'),
  has_error: z.optional(flagInQuery),
})
export const InPayment = z.strictObject({ order_id: Id, payment_id: Id })

/** Query of /confirm-payment and of its status: `t` is the signed return token. */
export const PaymentReturnQuery = z.object({
  program_id: z.optional(z.string()),
  order_id: z.optional(z.string()),
  payment_id: z.optional(z.string()),
  t: z.optional(z.string()),
})
export type PaymentReturnQuery = z.infer<typeof PaymentReturnQuery>

/**
 * What /confirm-payment may show without a log-in. `return_url` (our addition) is the page of this site to open next.
 */
export const PaymentReturn = z.strictObject({
  object: z.literal('payment_return'),
  state: z.enum([
    'checking',
    'succeeded',
    'failed',
    'failed_after_checkout',
    'still_processing',
    'needs_login',
    'not_found',
  ]),
  order_id: z.nullable(z.string()),
  program_id: z.nullable(z.string()),
  return_url: z.nullable(z.string()),
})
export type PaymentReturn = z.infer<typeof PaymentReturn>

/** How a booking by staff is paid: money that was received, a payment link, an offline order, or nothing to pay. */
export const paidBy = ['cash', 'cheque', 'terminal', 'bank_transfer', 'link', 'later', 'free'] as const
export type PaidBy = (typeof paidBy)[number]

/** How an offline payment of each kind is recorded. */
export const receivedWith: Partial<Record<PaidBy, ReceivedAs>> = {
  cash: 'cash',
  cheque: 'cheque',
  terminal: 'other',
  bank_transfer: 'transfer',
}
