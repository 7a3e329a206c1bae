import { dayMs } from '../../contract/limits.ts'
import type { LoadedOrder } from './load-order.ts'
import { offlineLeadMs, offlineLimitsOf } from './checkout-methods.ts'
import { heldPlaces } from './order-refusals.ts'

/**
 * Until when the money of this order must have come if its customer chooses now to pay later: so many days as the program waits,
 * or a day before the first start. Counted from when the first place was taken, so that a promise given again while they are held
 * lasts no longer.
 */
export function offlineDueAt(order: LoadedOrder, now: number): number {
  const taken = heldPlaces(order).map(({ registration }) => registration.held_since ?? now)
  const due = Math.min(now, ...taken) + offlineLimitsOf(order.program).days * dayMs
  const latest = order.firstStart === null ? due : Math.min(due, order.firstStart - offlineLeadMs)
  return Math.max(latest, order.due_at ?? 0)
}
