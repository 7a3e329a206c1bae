import { minuteMs } from '../../contract/limits.ts'
import type { OrderStatus } from '../../contract/states/order-states.ts'
import * as orderStates from '../../contract/states/order-states.ts'

// Holds end in `booking/registrations/expire-lapsed-holds.ts` (carts), `money/payments/expire-unpaid-orders.ts`
// (submitted orders), and when another customer books the place (`booking/registrations/release-lapsed.ts`).

/** Default duration of a hold during checkout. */
export const holdMinutes = 15
/** Minimum and maximum of a program's `hold_minutes`. */
export const shortestHoldMinutes = 5
export const longestHoldMinutes = 60
/**
 * Maximum duration of a hold that changes to the order extend, counted from when the first place was taken. A program
 * with longer holds uses its own duration as the maximum.
 */
export const renewCeilingMinutes = 45
/** The button "I need more time" adds these minutes once (WCAG 2.2.1). */
export const moreTimeMinutes = 10
/** Minimum time left after a bank confirmation step or a decline; granted once for each. */
export const graceMinutes = 10

/** Duration of a hold in a program, in minutes: the program's setting within the bounds. */
export function fullHoldMinutes(programMinutes: number | null): number {
  if (programMinutes === null) return holdMinutes
  return Math.min(longestHoldMinutes, Math.max(shortestHoldMinutes, programMinutes))
}

/** End of a hold that starts now. */
export function startHold(now: number, minutes: number): number {
  return now + minutes * minuteMs
}

/**
 * End of the hold after the order changed: a full duration from now, never past the maximum and never earlier than
 * before.
 */
export function renewHold(hold: { started_at: number; expires_at: number }, now: number, minutes: number): number {
  const ceiling = hold.started_at + Math.max(renewCeilingMinutes, minutes) * minuteMs
  return Math.max(hold.expires_at, Math.min(now + minutes * minuteMs, ceiling))
}

/** End of the hold after "I need more time". The maximum does not apply, because this is granted only once. */
export function addMoreTime(expiresAt: number): number {
  return expiresAt + moreTimeMinutes * minuteMs
}

/** End of the hold after a bank step or a decline: at least ten minutes from now, never earlier than before. */
export function lengthenHold(expiresAt: number, now: number): number {
  return Math.max(expiresAt, now + graceMinutes * minuteMs)
}

/** A hold includes its last millisecond. */
export function isHoldAlive(expiresAt: number | null, now: number): boolean {
  return expiresAt !== null && now <= expiresAt
}

/** True while an order is payable later (invoice or transfer): a card attempt in the meantime does not end its hold. */
export const isPromised = ({ status, due_at }: { status: OrderStatus; due_at: number | null }): boolean =>
  due_at !== null && orderStates.awaitingPayment.has(status)
