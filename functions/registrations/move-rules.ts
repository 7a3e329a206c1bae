import type { BookingRow, RegistrationRow } from './registration-rows.ts'
import { isHoldAlive } from '../spots/hold-clock.ts'
import { deadlineBefore, isInTime } from './cancellation-policy.ts'
import type { Refusal } from './eligibility.ts'

type Moving = {
  registration: Pick<RegistrationRow, 'status' | 'hold_expires_at'>
  booking: Pick<BookingRow, 'starts_at' | 'timezone' | 'refund'>
}

/** Until when an appointment may be moved, by its policy; without a rule of its own as long as it may be cancelled freely. */
export function moveDeadline({ starts_at, timezone, refund }: Moving['booking']): number {
  return deadlineBefore(starts_at, refund.move_until ?? refund.session?.free_until ?? 'PT0S', timezone)
}

/** Whether an appointment may still get another time: while it is held, and once it is booked until its deadline. null = yes. */
export function checkMovable({ registration, booking }: Moving, now: number): Refusal | null {
  const { status, hold_expires_at } = registration
  if (status !== 'pending' && status !== 'confirmed') return { type: 'state_conflict', subject: status }
  if (now >= booking.starts_at) return { type: 'already_started', param: 'registration_id' }
  if (status === 'pending') return isHoldAlive(hold_expires_at, now) ? null : { type: 'hold_expired', subject: status }
  return isInTime(moveDeadline(booking), now) ? null : { type: 'transition_not_allowed', param: 'start_time' }
}
