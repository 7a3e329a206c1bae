import { dayMs, minuteMs } from '#contract/limits'
import type { Order } from '#contract/money/order'

/** API path of a program's carts, newest first. */
export const cartsOf = (programId: string): string =>
  `/v1/profile/orders?program_id=${encodeURIComponent(programId)}&status=draft&expand=items&order=desc&limit=10`

/**
 * The cart that receives an added item. It is the newest cart that is held for at least another minute, or that holds
 * nothing. Null means a new cart.
 */
export const openCart = (orders: readonly Order[], now: number): Order | null =>
  orders.find((order) => isOpen(order, now)) ?? null

/** A hold is renewed for up to 45 minutes from its start, so a place that joins later would have only minutes. */
const joinedWithinMs = 30 * minuteMs
/**
 * A cart is held for at most this time. A later end belongs to a waitlist offer, which a place that joins the cart
 * must neither get nor shorten.
 */
const longestCartHoldMs = 120 * minuteMs
/** Packages hold no place, so their cart would stay open forever. A cart untouched for a day is ignored. */
const forgottenMs = dayMs

/** The open cart that the places of a form join, so that both are paid at once. Null means a separate order. */
export const cartToJoin = (orders: readonly Order[], now: number): Order | null =>
  orders.find((order) => {
    if (!isOpen(order, now)) return false
    if (order.hold_expires_at === null) return now - Date.parse(order.updated) < forgottenMs
    return (
      now - Date.parse(order.created) < joinedWithinMs && Date.parse(order.hold_expires_at) - now <= longestCartHoldMs
    )
  }) ?? null

// True when a cart accepts more items. A cart whose hold has ended may have lost its places, and a cart that pays for
// a reschedule accepts nothing else.
const isOpen = ({ hold_expires_at: until, items, moves_registration_id: moves }: Order, now: number): boolean => {
  if (moves) return false
  if (until !== null) return Date.parse(until) > now + minuteMs
  return items.length > 0 && items.every(({ type }) => type === 'session_package' || type === 'membership_package')
}
