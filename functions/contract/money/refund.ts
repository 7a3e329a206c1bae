import * as z from 'zod/mini'
import { code, Id, line, lines, optionalLine } from '../field-rules.ts'
import { Money } from '../amount.ts'
import { oneOrMore, paging } from '../paging.ts'
import { refundDestinations, refundReasons, CancellationPreview } from '../booking/registration.ts'
import { ErrorBody } from '../api-error.ts'
import { Quote } from './order.ts'
import { refundMoneyStatuses } from '../states/refund-states.ts'
import { refundRequestStatuses } from '../states/refund-request-states.ts'

/** Money on its way back. */
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
 * A customer's request for money back. `amount` is what is asked for; `amount_approved` (ours, as all that follows) what the
 * organisation, or the policy by itself, sends back; `text` is what the organisation answered.
 */
export const RefundRequest = z.strictObject({
  id: z.string(),
  object: z.literal('refund_request'),
  status: z.enum(refundRequestStatuses),
  amount: Money,
  refunds: z.array(Refund),
  order_id: z.string(),
  registration_ids: z.array(z.string()),
  /** The line of the order it is about, where that is a thing of the store. */
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
 * Body of POST orders/{id}/refund. Without `registration_ids` all that can be returned is asked for. With an `expected_amount`
 * that is no longer true nothing happens.
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

/** Path of one of a customer's refund requests. */
export const InRefundRequest = z.strictObject({ order_id: Id, refund_request_id: Id })

/** Body of POST orders/{id}/refund/withdraw: which request, where there are several; otherwise the open one. */
export const WithdrawRefundRequest = z.strictObject({ refund_request_id: z.optional(Id) })

/** What one place would bring back. `result` is as in `Registration.cancellation`; `kept` is what was paid for it and stays. */
export const RefundPlace = z.strictObject({
  registration_id: z.string(),
  result: z.enum(['automatic', 'request', 'no_refund', 'not_possible']),
  is_included: z.boolean(),
  amount: Money,
  price: Money,
  fee: Money,
  tax: Money,
  kept: Money,
  late_fee: Money,
})
export type RefundPlace = z.infer<typeof RefundPlace>

/** What POST orders/{id}/refund would do now, to the cent, and the requests there were. */
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

/** Query of GET orders/{id}/refund: only these places; otherwise all that bring something back. */
export const RefundPreviewQuery = z.strictObject({ registration_id: z.optional(oneOrMore(Id)) })

/** Body of an organisation's approval: `amount` in minor units, the one asked for unless given; `decided_by` is kept with it. */
export const ApproveRefundRequest = z.strictObject({
  amount: z.optional(
    z
      .int({ error: code('invalid_amount') })
      .check(z.minimum(0, code('invalid_amount')), z.maximum(99_999_999, code('invalid_amount'))),
  ),
  text: z.nullish(lines(2000)),
  decided_by: z.nullish(line(80)),
})
export type ApproveRefundRequest = z.infer<typeof ApproveRefundRequest>

/** Body of an organisation's refusal: the customer is mailed `text`. */
export const DeclineRefundRequest = z.strictObject({
  text: lines(2000).check(z.minLength(1, code('required'))),
  decided_by: z.nullish(line(80)),
})
export type DeclineRefundRequest = z.infer<typeof DeclineRefundRequest>

/** A request as its organisation sees it. */
export const OrganiserRefundRequest = z.extend(RefundRequest, {
  customer_name: z.string(),
  receipt_number: z.nullable(z.string()),
  decided_by: z.nullable(z.string()),
})
export type OrganiserRefundRequest = z.infer<typeof OrganiserRefundRequest>

/** Query of an organisation's list of requests. */
export const RefundRequestListQuery = z.strictObject({
  ...paging,
  sort: z._default(z.enum(['created']), 'created'),
  status: z.optional(oneOrMore(z.enum(refundRequestStatuses))),
})
export type RefundRequestListQuery = z.infer<typeof RefundRequestListQuery>
/** The same choice for the whole list as a file. */
export const RefundRequestExportQuery = z.pick(RefundRequestListQuery, { status: true })

/** The 409 of a price that has changed: the error object with what is true now, a quote or a preview of cancelling. */
export const StaleQuoteBody = z.strictObject({
  ...ErrorBody.shape,
  quote: z.optional(Quote),
  cancellation: z.optional(CancellationPreview),
  refund: z.optional(RefundPreview),
})
