import * as z from 'zod/mini'
import { code, Id, line, lines, optionalLine } from '../field-rules.ts'
import { enteredAmount, Money } from '../amount.ts'
import { oneOrMore, paging } from '../paging.ts'
import { refundDestinations, refundReasons, CancellationPreview } from '../booking/registration.ts'
import { ErrorBody } from '../api-error.ts'
import { Quote } from './order.ts'
import { refundMoneyStatuses } from '../states/refund-states.ts'
import { refundRequestStatuses } from '../states/refund-request-states.ts'

/** A refund. */
export const Refund = z.strictObject({
  id: z.string(),
  object: z.literal('refund'),
  order_id: z.string(),
  payment_id: z.nullable(z.string()),
  status: z.enum(refundMoneyStatuses),
  amount: Money,
  destination: z.enum(refundDestinations),
  created: z.string(),
})
export type Refund = z.infer<typeof Refund>

/**
 * A customer's request for a refund. `amount` is the requested amount. All other fields are our additions:
 * `amount_approved` is what the organisation or the policy refunds, `text` the answer of the organisation.
 */
export const RefundRequest = z.strictObject({
  id: z.string(),
  object: z.literal('refund_request'),
  status: z.enum(refundRequestStatuses),
  amount: Money,
  refunds: z.array(Refund),
  order_id: z.string(),
  registration_ids: z.array(z.string()),
  /** The item of the order, if the request is about a store product. */
  item_id: z.nullable(z.string()),
  reason: z.enum(refundReasons),
  reason_other: z.nullable(z.string()),
  comment: z.nullable(z.string()),
  destination: z.enum(refundDestinations),
  amount_approved: z.nullable(Money),
  text: z.nullable(z.string()),
  decided_at: z.nullable(z.string()),
  created: z.string(),
  updated: z.string(),
})
export type RefundRequest = z.infer<typeof RefundRequest>

/**
 * Body of POST orders/{id}/refund. Without `registration_ids` it requests everything refundable. A stale
 * `expected_amount` is refused.
 */
export const RefundOrderRequest = z.strictObject({
  program_id: z.optional(Id),
  order_id: z.optional(Id),
  reason: z.enum(refundReasons, {
    error: ({ input }) => code(input === undefined || input === null || input === '' ? 'required' : 'invalid_option'),
  }),
  metadata: z.optional(
    z.strictObject({
      reason_other: z.nullish(optionalLine(255)),
      comment: z.nullish(lines(1000)),
      registration_ids: z.nullish(z.array(Id).check(z.minLength(1, code('required')), z.maxLength(50))),
      destination: z.nullish(z.enum(refundDestinations, { error: code('invalid_option') })),
      expected_amount: z.nullish(z.int().check(z.minimum(0))),
    }),
  ),
})
export type RefundOrderRequest = z.infer<typeof RefundOrderRequest>

export const InRefundRequest = z.strictObject({ order_id: Id, refund_request_id: Id })

/** Body of POST orders/{id}/refund/withdraw. Without `refund_request_id` it withdraws the open request. */
export const WithdrawRefundRequest = z.strictObject({ refund_request_id: z.optional(Id) })

/**
 * The refund for one place. `result` is as in `Registration.cancellation`; `kept` is the paid amount that is not
 * refunded.
 */
export const RefundPlace = z.strictObject({
  registration_id: z.string(),
  result: z.enum(['automatic', 'request', 'no_refund', 'not_possible']),
  is_included: z.boolean(),
  /** The refund is `paid` less `kept` and `discount_lost`. */
  amount: Money,
  paid: Money,
  kept: Money,
  kept_for: z.nullable(z.string()),
  discount_lost: Money,
  price: Money,
  fee: Money,
  tax: Money,
  late_fee: Money,
  is_in_policy: z.boolean(),
})
export type RefundPlace = z.infer<typeof RefundPlace>

/** The exact effect of POST orders/{id}/refund now, and the existing requests. */
export const RefundPreview = z.strictObject({
  object: z.literal('refund_preview'),
  order_id: z.string(),
  amount: Money,
  amount_automatic: Money,
  amount_requested: Money,
  discount_lost: Money,
  destinations: z.array(z.enum(refundDestinations)),
  returned_to: z.array(z.strictObject({ destination: z.enum(refundDestinations), amount: Money })),
  places: z.array(RefundPlace),
  refund_requests: z.array(RefundRequest),
})
export type RefundPreview = z.infer<typeof RefundPreview>

/** Query of GET orders/{id}/refund: only these places; by default, all that refund something. */
export const RefundPreviewQuery = z.strictObject({ registration_id: z.optional(oneOrMore(Id)) })

/**
 * Body of an organisation's approval: `amount` in minor units, by default the requested amount; `decided_by` is stored
 * with it.
 */
export const ApproveRefundRequest = z.strictObject({
  amount: z.optional(enteredAmount(0)),
  text: z.nullish(lines(2000)),
  decided_by: z.nullish(line(80)),
})
export type ApproveRefundRequest = z.infer<typeof ApproveRefundRequest>

/** Body of an organisation's refusal. The customer is mailed `text`. */
export const DeclineRefundRequest = z.strictObject({
  text: lines(2000).check(z.minLength(1, code('required'))),
  decided_by: z.nullish(line(80)),
})
export type DeclineRefundRequest = z.infer<typeof DeclineRefundRequest>

/** A refund request as its organisation sees it. */
export const OrganiserRefundRequest = z.extend(RefundRequest, {
  customer_id: z.string(),
  customer_name: z.string(),
  receipt_number: z.nullable(z.string()),
  decided_by: z.nullable(z.string()),
})
export type OrganiserRefundRequest = z.infer<typeof OrganiserRefundRequest>

/** Query of an organisation's list of refund requests. */
export const RefundRequestListQuery = z.strictObject({
  ...paging,
  sort: z._default(z.enum(['created']), 'created'),
  status: z.optional(oneOrMore(z.enum(refundRequestStatuses))),
})
export type RefundRequestListQuery = z.infer<typeof RefundRequestListQuery>
/** Query of the list of refund requests as a file. */
export const RefundRequestExportQuery = z.pick(RefundRequestListQuery, { status: true })

/** The 409 for a changed price: the error object with the current quote or the current preview of cancelling. */
export const StaleQuoteBody = z.strictObject({
  ...ErrorBody.shape,
  quote: z.optional(Quote),
  cancellation: z.optional(CancellationPreview),
  refund: z.optional(RefundPreview),
})

type Returns = { amount_paid: number; amount_refunding: number; amount_disputed: number }

/** How a refund goes back. What was paid offline is handed over by the organisation, `by_hand`. */
export const waysBack = ['card', 'by_hand', 'account_balance'] as const
export type WayBack = (typeof waysBack)[number]

/**
 * The part of an order that may still be refunded: without refunds in progress and without the amount that the
 * cardholder's bank took back in a dispute.
 */
export const returnable = ({ amount_paid, amount_refunding, amount_disputed }: Returns): number =>
  Math.max(0, amount_paid - amount_refunding - amount_disputed)
