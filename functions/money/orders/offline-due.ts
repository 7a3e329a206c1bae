import { dayMs } from '../../contract/limits.ts'
import type { LoadedOrder } from './load-order.ts'
import { offlineLeadMs, offlineLimitsOf } from './checkout-methods.ts'
import { heldPlaces } from './order-refusals.ts'

/**
 * Due date of an order if its customer chooses now to pay offline: the days that the program allows, but at least a day
 * before the first start. It counts from when the first place was taken, so that promising again does not extend it.
 */
export function offlineDueAt(order: LoadedOrder, now: number): number {
  const taken = heldPlaces(order).map(({ registration }) => registration.held_since ?? now)
  const due = Math.min(now, ...taken) + offlineLimitsOf(order.program).days * dayMs
  const latest = order.firstStart === null ? due : Math.min(due, order.firstStart - offlineLeadMs)
  return Math.max(latest, order.due_at ?? 0)
}
