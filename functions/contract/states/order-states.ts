import { inTableFor, statusSet, type TransitionsByActor } from './status-set.ts'

export const orderStatuses = [
  'draft',
  'pending',
  'requires_action',
  'processing',
  'paid',
  'expired',
  'cancelled',
] as const
export type OrderStatus = (typeof orderStatuses)[number]

/**
 * The transitions of an order and who may cause them. A transition to the same status changes another field. It adds a
 * history row, so that one of two concurrent changes wins.
 */
export const transitions = {
  draft: { draft: ['customer', 'system'], pending: ['customer'], paid: ['customer'] },
  pending: {
    pending: ['customer', 'organiser_client', 'provider', 'system'],
    draft: ['customer'],
    requires_action: ['provider'],
    processing: ['provider'],
    paid: ['customer', 'provider', 'organiser_client'],
    expired: ['system'],
    cancelled: ['customer', 'organiser_client', 'system'],
  },
  requires_action: {
    requires_action: ['customer', 'provider', 'system'],
    pending: ['provider'],
    processing: ['provider'],
    paid: ['provider'],
    expired: ['system'],
    cancelled: ['customer', 'organiser_client'],
  },
  processing: {
    processing: ['provider', 'system'],
    pending: ['provider'],
    requires_action: ['provider'],
    paid: ['provider'],
  },
  paid: {
    paid: ['customer', 'organiser_client', 'provider', 'system'],
    cancelled: ['customer', 'organiser_client', 'system'],
  },
  expired: { draft: ['customer'], paid: ['organiser_client', 'provider'], cancelled: ['system'] },
  cancelled: {},
} as const satisfies TransitionsByActor<OrderStatus>
export const mayTransition = inTableFor<OrderStatus>(transitions)

/* @__NO_SIDE_EFFECTS__ */
const set = <Status extends OrderStatus>(...statuses: Status[]) => statusSet<OrderStatus, Status>(statuses)
/** Statuses of an order that is neither paid nor ended. */
export const open = set('draft', 'pending', 'requires_action', 'processing')
/** Statuses of an order that is submitted and unpaid. */
export const awaitingPayment = set('pending', 'requires_action', 'processing')
/** Statuses of a submitted, unpaid order that waits for its customer: no charge is in progress. */
export const awaitingCustomer = set('pending', 'requires_action')
/** Statuses of an order whose charge is in progress. */
export const charging = set('requires_action', 'processing')
/** Statuses of an order that is submitted and not ended. */
export const placed = set('pending', 'requires_action', 'processing', 'paid')
/** Statuses of an order that is not submitted, or has ended. */
export const notPlaced = set('draft', 'expired', 'cancelled')
export const ended = set('cancelled', 'expired')
/** Statuses of a cart: an order that is not submitted yet, or is a cart again. */
export const cart = set('draft', 'expired')
/** Statuses in which the customer may change the items of an order, or submit it. */
export const changeable = set('draft', 'pending')
/** Statuses of an order that may be paid, or whose charge waits for its customer. */
export const toPay = set('draft', 'pending', 'requires_action', 'expired')
/** Statuses of an order in checkout: its payment deadline may be running. */
export const inCheckout = set('draft', 'pending', 'requires_action')
/** Statuses of an order whose checkout is over for good. */
export const finished = set('paid', 'cancelled')
/** Statuses of an order that should have no payment in progress. */
export const atRest = set('draft', 'paid', 'expired', 'cancelled')
/** Statuses of an order for which a stored card may be charged. */
export const chargeable = set('pending', 'paid')
/** Statuses of an order that its customer may cancel. */
export const cancellable = set('draft', 'pending', 'paid')
/** Statuses of an order in which refunded money no longer counts as paid. */
export const refundable = set('expired', 'paid')
