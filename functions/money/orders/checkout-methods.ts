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
