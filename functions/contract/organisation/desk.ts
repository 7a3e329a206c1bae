import * as z from 'zod/mini'
import { code, Id, line, lines, ProgramId } from '../field-rules.ts'
import { Money } from '../amount.ts'
import { checkoutMethods, Order, OrderItem } from '../money/order.ts'
import { orderStatuses } from '../states/order-states.ts'
import { flagInQuery, instantInQuery, oneOrMore, paging } from '../paging.ts'
import { receivedAs } from '../money/payment.ts'
import { refundDestinations, refundReasons } from '../booking/registration.ts'
import { OrganiserContact } from '../people/customer.ts'
import type { Right } from './rights.ts'

export const alertDecisions = ['seen', 'end_payment', 'returned_by_hand', 'send_again', 'to_balance'] as const
export type AlertDecision = (typeof alertDecisions)[number]
export const deskTaskKinds = ['refund_request', 'offline_payment', 'payment_alert'] as const
export type DeskTaskKind = (typeof deskTaskKinds)[number]
/** What a link in an organisation's mail may open: a task that is decided once, or a conversation. */
export const deskLinkKinds = [...deskTaskKinds, 'conversation'] as const
export type DeskLinkKind = (typeof deskLinkKinds)[number]
/** The right that a member's own link needs, also when it is opened. */
export const rightOfLink: Record<DeskLinkKind, Right> = {
  refund_request: 'exceptions',
  offline_payment: 'money',
  payment_alert: 'exceptions',
  conversation: 'messages',
}
/** The kind of a link, read from the readable part of its token to choose the page. The API call verifies the token. */
export const kindOfDeskToken = (token: string): DeskLinkKind | null =>
  deskLinkKinds.find((kind) => token.startsWith(`${kind}.`)) ?? null

/** A place in the order of a task. */
const DeskPlace = z.strictObject({ who: z.nullable(z.string()), what: z.string(), when: z.string() })

/**
 * The task of an organisation's mail, for the page that it links to. `why` names an alert. `choices` are the possible
 * decisions. After the decision, `choices` is empty, and `decision` has the decision, the person and the time.
 */
export const DeskTask = z.strictObject({
  object: z.literal('desk_task'),
  kind: z.enum(deskTaskKinds),
  program_id: z.string(),
  why: z.nullable(z.string()),
  order_id: z.string(),
  order_status: z.string(),
  receipt_number: z.nullable(z.string()),
  customer_name: z.string(),
  places: z.array(DeskPlace),
  reason: z.nullable(z.enum(refundReasons)),
  reason_other: z.nullable(z.string()),
  comment: z.nullable(z.string()),
  paid_with: z.nullable(z.string()),
  destination: z.nullable(z.enum(refundDestinations)),
  amount: Money,
  amount_paid: Money,
  amount_due: Money,
  amount_most: Money,
  due_at: z.nullable(z.string()),
  payment_id: z.nullable(z.string()),
  received: z.array(
    z.strictObject({
      amount: Money,
      received_as: z.nullable(z.enum(receivedAs)),
      reference: z.nullable(z.string()),
      recorded_by: z.nullable(z.string()),
      at: z.string(),
    }),
  ),
  choices: z.array(z.enum(['approve', 'decline', 'record', ...alertDecisions])),
  decision: z.nullable(
    z.strictObject({
      is: z.string(),
      amount: z.nullable(Money),
      text: z.nullable(z.string()),
      decided_by: z.nullable(z.string()),
      decided_at: z.nullable(z.string()),
    }),
  ),
  created: z.string(),
  expires_at: z.string(),
})
export type DeskTask = z.infer<typeof DeskTask>

export const DeskToken = z.string().check(z.maxLength(400))
/** Query of GET desk: the program and the signed token of a mail. */
export const DeskQuery = z.strictObject({ program_id: ProgramId, token: DeskToken })

/** Body of POST desk: the decision, as a form sends it; `amount` is typed, `301.71` or `301,71`. */
export const DecideDeskRequest = z.strictObject({
  program_id: ProgramId,
  token: DeskToken,
  decision: z.enum(['approve', 'decline', 'record', ...alertDecisions], {
    error: ({ input }) => code(input === undefined ? 'required' : 'invalid_option'),
  }),
  amount: z.optional(z.string().check(z.maxLength(40, code('invalid_amount')))),
  text: z.optional(lines(2000)),
  decided_by: line(80),
  received_as: z.optional(z.enum(receivedAs, { error: code('invalid_option') })),
  reference: z.nullish(line(100)),
  payment_id: z.optional(Id),
})
export type DecideDeskRequest = z.infer<typeof DecideDeskRequest>

export const InOrganiserOrder = z.strictObject({ program_id: ProgramId, order_id: Id })
export const InOrganiserPayment = z.strictObject({ program_id: ProgramId, order_id: Id, payment_id: Id })
/** Path of an organisation's decision about a refund. */
export const InOrganiserRefundRequest = z.strictObject({ program_id: ProgramId, refund_request_id: Id })

/** An item in the organisation's list of orders. */
const OrganiserOrderItem = z.strictObject({
  id: z.string(),
  type: OrderItem.shape.type,
  product_name: z.string(),
  attendee_name: z.nullable(z.string()),
  registration_id: z.nullable(z.string()),
  quantity: z.int(),
  amount: Money,
  is_cancelled: z.boolean(),
})

/** An order in the organisation's list. */
export const OrganiserOrder = z.strictObject({
  id: z.string(),
  object: z.literal('organiser_order'),
  program_id: z.string(),
  status: z.enum(orderStatuses),
  payment_status: Order.shape.payment_status,
  receipt_number: z.nullable(z.string()),
  customer_id: z.string(),
  customer_name: z.string(),
  customer_profile: OrganiserContact,
  checkout_method: z.nullable(z.enum(checkoutMethods)),
  items: z.array(OrganiserOrderItem),
  amount_total: Money,
  amount_paid: Money,
  amount_returned: Money,
  amount_due: Money,
  due_at: z.nullable(z.string()),
  paid_at: z.nullable(z.string()),
  created: z.string(),
  updated: z.string(),
})
export type OrganiserOrder = z.infer<typeof OrganiserOrder>

/** Statuses of orders that an organisation may list: carts are private to their customer. */
const listedStatuses = orderStatuses.filter((status) => status !== 'draft')
const orderFilters = {
  status: z.optional(oneOrMore(z.enum(listedStatuses))),
  all: z._default(flagInQuery, false),
  is_owed: z.optional(flagInQuery),
  customer_profile_id: z.optional(Id),
  created_lt: z.optional(instantInQuery),
  created_gte: z.optional(instantInQuery),
}
/**
 * Query of an organisation's list of orders. Without `status`, `all` or `is_owed` it returns those that await an
 * offline payment.
 */
export const OrganiserOrderListQuery = z.strictObject({
  ...paging,
  sort: z._default(z.enum(['due_at', 'created', 'updated']), 'due_at'),
  ...orderFilters,
})
export type OrganiserOrderListQuery = z.infer<typeof OrganiserOrderListQuery>
/**
 * Query of the organisation's orders as a file, with the same filters. Without `status` or `is_owed` it has every
 * submitted order.
 */
export const OrganiserOrderExportQuery = z.strictObject(orderFilters)
export type OrganiserOrderExportQuery = z.infer<typeof OrganiserOrderExportQuery>
