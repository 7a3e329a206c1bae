import type { ErrorType } from '../../contract/api-error.ts'
import { isCharge } from '../../contract/money/order.ts'
import { isHoldAlive } from '../../booking/spots/hold-clock.ts'
import { type LoadedOrder, livePayment } from './load-order.ts'
import { isMoveOrder } from './move-order.ts'
import type { ItemRow } from './order-rows.ts'
import * as billingStates from '../../contract/states/billing-states.ts'
import * as orderStates from '../../contract/states/order-states.ts'

/** A refusal by a rule: about the field `param`, or about `subject` if no field is named. */
export type Refusal = { type: ErrorType; param?: string; subject?: string }

/** Refuses a change of the items and discounts of an order. Null if they may change. */
export function checkItemsMayChange(order: LoadedOrder): Refusal | null {
  // A membership period is paid as it is, or the membership ends.
  if (order.membership_id !== null) return { type: 'state_conflict', subject: order.status }
  if (isMoveOrder(order)) return { type: 'transition_not_allowed', subject: 'moves_registration_id' }
  if (order.items.some(isCharge)) return { type: 'transition_not_allowed', subject: 'items' }
  if (livePayment(order) || holdsMoney(order)) return { type: 'payment_in_progress', subject: order.status }
  return isOpen(order) ? null : { type: 'state_conflict', subject: order.status }
}

/**
 * True if an open order was underpaid. It must be paid in full or end with a refund, because a cart must not contain
 * money.
 */
export function holdsMoney(order: LoadedOrder): boolean {
  return isOpen(order) && order.amount_paid > order.amount_refunding
}

/** True for a cart. Also true for an order whose payment failed, unless it is a pending offline order. */
export function isOpen(order: LoadedOrder): boolean {
  return (
    order.status === 'draft' ||
    (order.status === 'pending' && !livePayment(order) && order.checkout_method !== 'offline')
  )
}

type Line = Pick<ItemRow, 'type' | 'product_id' | 'quantity' | 'cancelled_at' | 'stock_taken'>

/** True for a store product that was not returned. A charge is no store product. */
export const isProductLine = (item: Pick<Line, 'type' | 'product_id' | 'cancelled_at'>): boolean =>
  item.type === 'product_variation' && item.cancelled_at === null && !isCharge(item)

/** True if a cart holds the stock of all its store products. */
export const isStockHeld = (items: readonly Line[]): boolean =>
  items.every((item) => !isProductLine(item) || item.stock_taken === item.quantity)

/** True if an order has places or store products to hold. */
export const needsHold = ({ items }: Pick<LoadedOrder, 'items'>): boolean =>
  items.some((item) => isProductLine(item) || (item.registration_id !== null && item.cancelled_at === null))

/** True while every place and every store product of the order is held. Also true for an order without any. */
export function isHeld(order: LoadedOrder, now: number): boolean {
  if (!needsHold(order)) return true
  return (
    isHoldAlive(order.hold_expires_at, now) &&
    isStockHeld(order.items) &&
    heldPlaces(order).every((place) => place.registration.status === 'pending')
  )
}

/** The registrations of the items that are not cancelled. */
export function heldPlaces(order: LoadedOrder): LoadedOrder['registrations'] {
  const neededPlaces = new Set(
    order.items.flatMap((item) =>
      item.registration_id !== null && item.cancelled_at === null ? [item.registration_id] : [],
    ),
  )
  return order.registrations.filter((place) => neededPlaces.has(place.registration.id))
}

/**
 * Refuses the payment of an order; null if it may be paid. The hold is checked first, because a new quote shows the
 * amount anyway, then the amount that was shown, then the waivers. The caller passes the registrations with open
 * waivers.
 */
export function checkMayBePaid(
  order: LoadedOrder,
  input: { quote_version: number | undefined; now: number; missingWaivers: string[] },
): Refusal | null {
  if (!orderStates.changeable.has(order.status)) return { type: 'state_conflict', subject: order.status }
  if (order.items.every((item) => item.cancelled_at !== null)) return { type: 'state_conflict', subject: 'items' }
  if (billingStates.notSelling.has(order.program.billing_status))
    return { type: 'program_not_accepting_orders', param: 'program_id' }
  if (!isHeld(order, input.now)) return { type: 'hold_expired', subject: order.status }
  if (input.quote_version !== undefined && input.quote_version !== order.quote_version)
    return { type: 'quote_stale', param: 'quote_version' }
  const [open] = input.missingWaivers
  return open === undefined ? null : { type: 'waiver_required', subject: open }
}
