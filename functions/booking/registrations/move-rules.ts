import { Temporal } from 'temporal-polyfill'
import type { BookingRow, RegistrationRow } from './registration-rows.ts'
import { isHoldAlive } from '../spots/hold-clock.ts'
import { deadlineBefore, isInTime } from './cancellation-policy.ts'
import type { Refusal } from './eligibility.ts'
import * as registrationStates from '../../contract/states/registration-states.ts'

type Moving = {
  registration: Pick<RegistrationRow, 'status' | 'hold_expires_at'> &
    Partial<Pick<RegistrationRow, 'session_credit_id'>>
  booking: Pick<BookingRow, 'starts_at' | 'timezone' | 'refund'>
}
type Place = Pick<BookingRow, 'starts_at' | 'timezone' | 'refund' | 'is_session'>

/*
 * These rules decide when a place may be rescheduled. The refund is calculated by `amountBack` in
 * changes/moves/split-line.ts.
 */

/**
 * Deadline for rescheduling an appointment. A policy without a rule about it allows rescheduling as long as cancelling
 * is free.
 */
export function moveDeadline({ starts_at, timezone, refund }: Moving['booking']): number {
  return deadlineBefore(starts_at, refund.move_until ?? refund.session?.free_until ?? 'PT0S', timezone)
}

/**
 * Null if an appointment may be rescheduled: while it is held, and after booking until its deadline. Otherwise the
 * refusal.
 */
export function checkMovable({ registration, booking }: Moving, now: number): Refusal | null {
  const { status, hold_expires_at } = registration
  if (!registrationStates.booked.has(status)) return { type: 'state_conflict', subject: status }
  if (now >= booking.starts_at) return { type: 'already_started', param: 'registration_id' }
  if (status === 'pending') return isHoldAlive(hold_expires_at, now) ? null : { type: 'hold_expired', subject: status }
  return isInTime(moveDeadline(booking), now) ? null : { type: 'transition_not_allowed', param: 'start_time' }
}

/**
 * Deadline for rescheduling a place in an event. A policy without a rule about it allows rescheduling as long as
 * cancelling refunds everything. Null when rescheduling is never allowed.
 */
export function placeMoveDeadline({ starts_at, timezone, refund, is_session }: Place): number | null {
  const free = is_session && refund.session ? refund.session.free_until : lastFreeTier(refund.tiers)
  const until = refund.move_until ?? free
  return until === null ? null : deadlineBefore(starts_at, until, timezone)
}

function lastFreeTier(tiers: BookingRow['refund']['tiers']): string | null {
  const hours = (duration: string) =>
    Temporal.Duration.from(duration).total({ unit: 'hours', relativeTo: '2027-01-01' })
  const free = tiers.filter(({ percent }) => percent === 100).map(({ until }) => until)
  return free.sort((one, other) => hours(one) - hours(other))[0] ?? null
}

/** Null if a place in an event may be rescheduled, otherwise the refusal. */
export function checkPlaceMovable(
  { registration, booking }: { registration: Moving['registration']; booking: Place },
  now: number,
): Refusal | null {
  if (registration.status !== 'confirmed') return { type: 'state_conflict', subject: registration.status }
  if (now >= booking.starts_at) return { type: 'already_started', param: 'registration_id' }
  // A credit belongs to its package and person, so the customer cancels the place and uses the credit again.
  if (registration.session_credit_id) return { type: 'transition_not_allowed', param: 'option_id' }
  const until = placeMoveDeadline(booking)
  return until !== null && isInTime(until, now) ? null : { type: 'transition_not_allowed', param: 'option_id' }
}

/** The deadline of a booked place or appointment that may be rescheduled now; null when it may not. */
export function openMoveDeadline(
  {
    registration,
    booking,
  }: { registration: Moving['registration'] & Pick<RegistrationRow, 'event_id'>; booking: Place },
  now: number,
): number | null {
  if (registration.event_id !== null)
    return checkPlaceMovable({ registration, booking }, now) === null ? placeMoveDeadline(booking) : null
  const isMovable = registration.status === 'confirmed' && checkMovable({ registration, booking }, now) === null
  return isMovable ? moveDeadline(booking) : null
}
