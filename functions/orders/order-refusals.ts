import type { ErrorType } from '../contract/api-error.ts'
import { isHoldAlive } from '../spots/hold-clock.ts'
import { type FoundOrder, livePayment } from './find-order.ts'

export type Refusal = { type: ErrorType; param: string }

/** May items and discounts of this order change now (decisions.md §1)? null = yes. */
export function checkItemsMayChange(found: FoundOrder): Refusal | null {
  if (livePayment(found) || holdsMoney(found)) return { type: 'payment_in_progress', param: found.order.status }
  return isOpen(found) ? null : { type: 'state_conflict', param: found.order.status }
}

/** Too little came: the rest is paid, or the order ends and the money goes back. A cart would keep it. */
export function holdsMoney(found: FoundOrder): boolean {
  return isOpen(found) && found.order.amount_paid > found.order.amount_refunding
}

/** A cart being filled, or one whose payment failed and that was not promised to be paid later. */
export function isOpen(found: FoundOrder): boolean {
  const { order } = found
  return (
    order.status === 'draft' ||
    (order.status === 'pending' && !livePayment(found) && order.checkout_method !== 'offline')
  )
}

/** True while every place of the order is held. An order without places has nothing to lose. */
export function isHeld(found: FoundOrder, now: number): boolean {
  if (!found.items.some((item) => item.registration_id !== null && item.cancelled_at === null)) return true
  return (
    isHoldAlive(found.order.hold_expires_at, now) &&
    heldPlaces(found).every((place) => place.registration.status === 'pending')
  )
}

/** The registrations of the items that were not cancelled. */
export function heldPlaces(found: FoundOrder): FoundOrder['registrations'] {
  const wanted = new Set(
    found.items.flatMap((item) =>
      item.registration_id !== null && item.cancelled_at === null ? [item.registration_id] : [],
    ),
  )
  return found.registrations.filter((place) => wanted.has(place.registration.id))
}

/**
 * May this order be paid now (decisions.md §1, §10)? A lapsed hold first, because its new quote shows the amount anyway; then the
 * amount that was seen, then the waivers, whose open registrations the caller has looked up. null = yes.
 */
export function checkMayBePaid(
  found: FoundOrder,
  input: { quote_version: number | undefined; now: number; missingWaivers: string[] },
): Refusal | null {
  const { order } = found
  if (order.status !== 'draft' && order.status !== 'pending') return { type: 'state_conflict', param: order.status }
  if (found.items.every((item) => item.cancelled_at !== null)) return { type: 'state_conflict', param: 'items' }
  if (found.program.billing_status === 'unpaid' || found.program.billing_status === 'cancelled')
    return { type: 'program_not_accepting_orders', param: 'program_id' }
  if (!isHeld(found, input.now)) return { type: 'hold_expired', param: order.status }
  if (input.quote_version !== undefined && input.quote_version !== order.quote_version)
    return { type: 'quote_stale', param: 'quote_version' }
  const [open] = input.missingWaivers
  return open === undefined ? null : { type: 'waiver_required', param: open }
}
