import type { Order } from '#contract/order'

/** The address of the carts of a program, the newest first. */
export const cartsOf = (programId: string): string =>
  `/v1/profile/orders?program_id=${encodeURIComponent(programId)}&status=draft&expand=items&order=desc&limit=10`

/** The cart that what is added goes into: the newest that is still held for a minute, or that has nothing to hold; null: a new one. */
export const openCart = (orders: readonly Order[], now: number): Order | null =>
  orders.find((order) => isOpen(order, now)) ?? null

// What a lapsed cart held may be gone. One that pays for a move takes nothing else.
const isOpen = ({ hold_expires_at: until, items, moves_registration_id: moves }: Order, now: number): boolean => {
  if (moves) return false
  if (until !== null) return Date.parse(until) > now + 60_000
  return items.length > 0 && items.every(({ type }) => type === 'session_package' || type === 'membership_package')
}
