import { minuteMs } from '../../contract/limits.ts'
import type { OrderStatus } from '../../contract/states/order-states.ts'
import * as orderStates from '../../contract/states/order-states.ts'

// How long. A hold is ended by `booking/registrations/expire-lapsed-holds.ts` (carts), `money/payments/expire-unpaid-orders.ts` (submitted orders), and at
// once by whoever books the place next (`booking/registrations/release-lapsed.ts`).

/** How long a place is held while somebody pays, unless the program says otherwise. */
export const holdMinutes = 15
/** What a program may choose, as its `hold_minutes`. */
export const shortestHoldMinutes = 5
export const longestHoldMinutes = 60
/** Changes renew a hold up to here, counted from when the first place was taken; a program that holds longer has its own term as the ceiling. */
export const renewCeilingMinutes = 45
/** "I need more time" adds this, once (WCAG 2.2.1). */
export const moreTimeMinutes = 10
/** After a bank step or a decline at least this is left, once each. */
export const graceMinutes = 10

/** Minutes of a full hold in a program: its own figure inside the bounds. */
export function fullHoldMinutes(programMinutes: number | null): number {
  if (programMinutes === null) return holdMinutes
  return Math.min(longestHoldMinutes, Math.max(shortestHoldMinutes, programMinutes))
}

/** End of the hold of a place taken now. */
export function startHold(now: number, minutes: number): number {
  return now + minutes * minuteMs
}

/** End of the hold after the order changed: a full length again, never past the ceiling, never shorter than it was. */
export function renewHold(hold: { started_at: number; expires_at: number }, now: number, minutes: number): number {
  const ceiling = hold.started_at + Math.max(renewCeilingMinutes, minutes) * minuteMs
  return Math.max(hold.expires_at, Math.min(now + minutes * minuteMs, ceiling))
}

/** End of the hold after "I need more time"; the ceiling does not bind it, once is enough. */
export function addMoreTime(expiresAt: number): number {
  return expiresAt + moreTimeMinutes * minuteMs
}

/** End of the hold after a bank step or a decline: at least ten minutes from now, never shorter than it was. */
export function lengthenHold(expiresAt: number, now: number): number {
  return Math.max(expiresAt, now + graceMinutes * minuteMs)
}

/** A hold counts up to and including its last moment. */
export function isHoldAlive(expiresAt: number | null, now: number): boolean {
  return expiresAt !== null && now <= expiresAt
}

/** True while an order waits for money that is brought later: a card that is tried meanwhile does not end the promise. */
export const isPromised = ({ status, due_at }: { status: OrderStatus; due_at: number | null }): boolean =>
  due_at !== null && orderStates.awaitingPayment.has(status)
