import type { LoadedOrder } from './load-order.ts'
import { dayMs } from '../../contract/limits.ts'
import { heldPlaces } from './order-refusals.ts'
import { hourMs } from '../../contract/limits.ts'
import type { CheckoutMethod } from '../../contract/money/order.ts'
import { canChargeCard } from '../../contract/money/stripe-amount.ts'
import type { OrderStatus } from '../../contract/states/order-states.ts'
import type { ProgramSelling } from '../../contract/offering/program.ts'
import { type OfflineLimits, usualOfflineLimits } from '../../contract/offering/offline-limits.ts'
import { dayInZone } from '../../contract/wall-clock.ts'
import { addDays, dayStart } from '../../offering/pricing/billing-period.ts'
import * as orderStates from '../../contract/states/order-states.ts'

/**
 * How long before its first start an offline order must be paid, unless the program accepts offline payment until the
 * start.
 */
export const offlineLeadMs = 24 * hourMs

type Facts = {
  status: OrderStatus
  total: number
  currency: string
  itemCount: number
  takesCards: boolean
  takesOffline: boolean
  maxOfflinePlaces: number
  /** True if an order can be paid offline until the start. */
  isOfflineUntilStart: boolean
  firstStart: number | null
}

/** The limits within which a program's customers may pay offline. */
export const offlineLimitsOf = ({
  selling,
}: {
  selling: Pick<ProgramSelling, 'offline_limits'>
}): Required<OfflineLimits> => ({ ...usualOfflineLimits, ...selling.offline_limits })

/**
 * The payment methods of an order now: free if nothing is due, otherwise by card if a card can be charged the total,
 * and offline while there is time and the order has few enough places. An order at the bank may be paid another way: the
 * next payment ends the one that waits.
 */
export function checkoutMethods(facts: Facts, now: number): CheckoutMethod[] {
  const isOpen = orderStates.toPay.has(facts.status)
  if (!isOpen || facts.itemCount === 0) return []
  if (facts.total === 0) return ['free']
  const methods: CheckoutMethod[] = facts.takesCards && canChargeCard(facts.total, facts.currency) ? ['card'] : []
  if (facts.itemCount > facts.maxOfflinePlaces) return methods
  return facts.takesOffline && hasOfflineTime(facts, now) ? [...methods, 'offline'] : methods
}

function hasOfflineTime({ firstStart, isOfflineUntilStart }: Facts, now: number): boolean {
  if (firstStart === null) return true
  return isOfflineUntilStart ? firstStart > now : firstStart - offlineLeadMs >= now + offlineLeadMs
}

/**
 * Due date of an order if its customer chooses now to pay offline: the days that the program allows, but at least a
 * day before the first start, or the end of the day of the start where the program takes offline payment until then.
 * The days count from when the first place was taken, so that choosing offline payment again does not extend them.
 */
export function offlineDueAt(order: LoadedOrder, now: number): number {
  const taken = heldPlaces(order).map(({ registration }) => registration.held_since ?? now)
  const { days, until_start } = offlineLimitsOf(order.program)
  const due = Math.min(now, ...taken) + days * dayMs
  const latest =
    order.firstStart === null
      ? due
      : Math.min(due, until_start ? endOfDay(order.firstStart, order.timezone) : order.firstStart - offlineLeadMs)
  return Math.max(latest, order.due_at ?? 0)
}

const endOfDay = (at: number, timezone: string): number => dayStart(addDays(dayInZone(at, timezone), 1), timezone)
