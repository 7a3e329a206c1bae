import { runClockOfCarts } from './booking-money.ts'
import type { Booking } from './booking-state.ts'
import { moveMemberships } from './membership-lives.ts'
import { isDue } from './membership-state.ts'

/** One run of the clock. What the provider was to do with the next payment is forgotten where it charges a membership. */
export function runClock(booking: Booking, now: number): void {
  if (isDue(booking, now)) booking.scenario = null
  runClockOfCarts(booking, now)
  moveMemberships(booking, now)
}
