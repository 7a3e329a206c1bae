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
/** Neither paid nor ended. */
export const open = set('draft', 'pending', 'requires_action', 'processing')
/** Submitted and unpaid. */
export const awaitingPayment = set('pending', 'requires_action', 'processing')
/** Submitted and unpaid, and the next step is the customer's: no charge is in progress. */
export const awaitingCustomer = set('pending', 'requires_action')
/** A charge is in progress. */
export const charging = set('requires_action', 'processing')
/** Submitted, and not ended. */
export const placed = set('pending', 'requires_action', 'processing', 'paid')
/** Not submitted, or ended. */
export const notPlaced = set('draft', 'expired', 'cancelled')
export const ended = set('cancelled', 'expired')
/** A cart: not submitted yet, or a cart again. */
export const cart = set('draft', 'expired')
/** The customer may change its items, or submit it. */
export const changeable = set('draft', 'pending')
/** May be submitted or paid. */
export const payable = set('draft', 'pending', 'expired')
/** May be paid, or a charge waits for its customer. */
export const toPay = set('draft', 'pending', 'requires_action', 'expired')
/** In checkout: its payment deadline may be running. */
export const inCheckout = set('draft', 'pending', 'requires_action')
/** Checkout is over for good. */
export const finished = set('paid', 'cancelled')
/** No payment should be in progress. */
export const atRest = set('draft', 'paid', 'expired', 'cancelled')
/** A stored card may be charged for the order. */
export const chargeable = set('pending', 'paid')
/** Its customer may cancel it. */
export const cancellable = set('draft', 'pending', 'paid')
/** Money that is refunded no longer counts as paid. */
export const refundable = set('expired', 'paid')
