import type { LoadedOrder } from './load-order.ts'
import { dayMs } from '../../contract/limits.ts'
import { heldPlaces } from './order-refusals.ts'
import { hourMs } from '../../contract/limits.ts'
import type { CheckoutMethod } from '../../contract/money/order.ts'
import type { OrderStatus } from '../../contract/states/order-states.ts'
import { type OfflineLimits, type ProgramSelling, usualOfflineLimits } from '../../contract/offering/program.ts'
import * as orderStates from '../../contract/states/order-states.ts'

/** An offline order must be paid this long before its first start. */
export const offlineLeadMs = 24 * hourMs

type Facts = {
  status: OrderStatus
  total: number
  itemCount: number
  takesCards: boolean
  takesOffline: boolean
  maxOfflinePlaces: number
  firstStart: number | null
}

/** The limits within which a program's customers may pay offline. */
export const offlineLimitsOf = ({ selling }: { selling: Pick<ProgramSelling, 'offline_limits'> }): OfflineLimits =>
  selling.offline_limits ?? usualOfflineLimits

/**
 * How this order may be paid now: free if nothing is due, otherwise by card, and offline while there is time and the
 * order has few enough places.
 */
export function checkoutMethods(facts: Facts, now: number): CheckoutMethod[] {
  const isOpen = orderStates.payable.has(facts.status)
  if (!isOpen || facts.itemCount === 0) return []
  if (facts.total === 0) return ['free']
  const methods: CheckoutMethod[] = facts.takesCards ? ['card'] : []
  if (facts.itemCount > facts.maxOfflinePlaces) return methods
  return facts.takesOffline && hasOfflineTime(facts.firstStart, now) ? [...methods, 'offline'] : methods
}

function hasOfflineTime(firstStart: number | null, now: number): boolean {
  return firstStart === null || firstStart - offlineLeadMs >= now + offlineLeadMs
}

/**
 * Due date of an order if its customer chooses now to pay offline: the days that the program allows, but at least a day
 * before the first start. It counts from when the first place was taken, so that choosing it again does not extend it.
 */
export function offlineDueAt(order: LoadedOrder, now: number): number {
  const taken = heldPlaces(order).map(({ registration }) => registration.held_since ?? now)
  const due = Math.min(now, ...taken) + offlineLimitsOf(order.program).days * dayMs
  const latest = order.firstStart === null ? due : Math.min(due, order.firstStart - offlineLeadMs)
  return Math.max(latest, order.due_at ?? 0)
}
