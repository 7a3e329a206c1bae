import { dayMs, minuteMs } from '#contract/limits'
import type { Order } from '#contract/money/order'

/** The address of the carts of a program, the newest first. */
export const cartsOf = (programId: string): string =>
  `/v1/profile/orders?program_id=${encodeURIComponent(programId)}&status=draft&expand=items&order=desc&limit=10`

/** The cart that what is added goes into: the newest that is still held for a minute, or that has nothing to hold; null: a new one. */
export const openCart = (orders: readonly Order[], now: number): Order | null =>
  orders.find((order) => isOpen(order, now)) ?? null

/** A hold is renewed up to 45 minutes after it began: a place that joins later would be held for minutes only. */
const joinedWithinMs = 30 * minuteMs
/** No cart is held for longer; a later end is that of an offer from the waitlist, which a joining place must neither have nor shorten. */
const longestCartHoldMs = 120 * minuteMs
/** Packages hold nothing and wait in a cart for ever; what nobody touched for a day is forgotten. */
const forgottenMs = dayMs

/** The open cart that the places of a form join, so that both are paid at once; null: an order of their own. */
export const cartToJoin = (orders: readonly Order[], now: number): Order | null =>
  orders.find((order) => {
    if (!isOpen(order, now)) return false
    if (order.hold_expires_at === null) return now - Date.parse(order.updated) < forgottenMs
    return (
      now - Date.parse(order.created) < joinedWithinMs && Date.parse(order.hold_expires_at) - now <= longestCartHoldMs
    )
  }) ?? null

// What a lapsed cart held may be gone. One that pays for a move takes nothing else.
const isOpen = ({ hold_expires_at: until, items, moves_registration_id: moves }: Order, now: number): boolean => {
  if (moves) return false
  if (until !== null) return Date.parse(until) > now + minuteMs
  return items.length > 0 && items.every(({ type }) => type === 'session_package' || type === 'membership_package')
}
