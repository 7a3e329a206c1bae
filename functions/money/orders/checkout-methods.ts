import { hourMs } from '../../contract/limits.ts'
import type { CheckoutMethod } from '../../contract/money/order.ts'
import type { OrderStatus } from '../../contract/states/order-states.ts'
import { type OfflineLimits, type ProgramSelling, usualOfflineLimits } from '../../contract/offering/program.ts'
import * as orderStates from '../../contract/states/order-states.ts'

/** An offline order must be paid this long before the first start, and there must be as much time to do so. */
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

/** Within which limits a program lets its customers pay later. */
export const offlineLimitsOf = ({ selling }: { selling: Pick<ProgramSelling, 'offline_limits'> }): OfflineLimits =>
  selling.offline_limits ?? usualOfflineLimits

/** The ways this order may be paid now: free where nothing is due, else card, and offline while there is time for it and its places are few enough. */
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
