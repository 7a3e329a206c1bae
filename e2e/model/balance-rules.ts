import { type Booking, dueOf, type ModelOrder, reservedOf } from './booking-state.ts'

/** An entry of a balance: whoever was shown another one with an open cart is shown the new one before they pay. */
export function enterBalance(booking: Booking, customer: number, amount: number, of: ModelOrder | null): void {
  booking.balances[customer] = (booking.balances[customer] ?? 0) + amount
  for (const order of booking.orders)
    if (order.customer === customer && order.id !== of?.id && (order.status === 'draft' || order.status === 'pending'))
      order.version += 1
}

/** Makes what waits with an order so much: more is taken from the balance, what is too much given back. */
export function reserve(booking: Booking, order: ModelOrder, amount: number): void {
  if (amount !== order.reserved) enterBalance(booking, order.customer, order.reserved - amount, order)
  order.reserved = amount
}

/** What of an order its customer's balance pays. */
export const balanceFor = (booking: Booking, order: ModelOrder): number =>
  Math.max(0, Math.min((booking.balances[order.customer] ?? 0) + reservedOf(order), dueOf(order)))
