import { type Booking, dueOf, type ModelOrder, reservedOf } from './booking-state.ts'

/** Adds an entry to a balance. An open cart of the customer gets a new quote with the new balance. */
export function enterBalance(booking: Booking, customer: number, amount: number, of: ModelOrder | null): void {
  booking.balances[customer] = (booking.balances[customer] ?? 0) + amount
  for (const order of booking.orders)
    if (order.customer === customer && order.id !== of?.id && (order.status === 'draft' || order.status === 'pending'))
      order.version += 1
}

/** Sets the amount reserved for an order: reserves more of the balance or releases the excess. */
export function reserve(booking: Booking, order: ModelOrder, amount: number): void {
  if (amount !== order.reserved) enterBalance(booking, order.customer, order.reserved - amount, order)
  order.reserved = amount
}

/** The part of an order that its customer's balance pays. */
export const balanceFor = (booking: Booking, order: ModelOrder): number =>
  Math.max(0, Math.min((booking.balances[order.customer] ?? 0) + reservedOf(order), dueOf(order)))
