import { dayMs, hourMs, weekMs } from '../../contract/limits.ts'
import type { RegistrationStatus } from '../../contract/states/registration-states.ts'
import type { CheckInStatus } from '../../contract/states/check-in-states.ts'
import * as checkInStates from '../../contract/states/check-in-states.ts'
import * as registrationStates from '../../contract/states/registration-states.ts'

/** Check-in opens this long before the start of a day, in ms. */
export const checkInOpensMs = 2 * hourMs
/** A mark can be made and corrected for this long after the end, in ms. */
export const correctionMs = weekMs

type Day = { starts_at: number; ends_at: number }
type Mark = { status: CheckInStatus; marked_at: number }
type CheckInInput = {
  status: RegistrationStatus
  /** The marked day of the booking. `ends_at` is the end of the whole booking. */
  day: Day
  ends_at: number
  /** No one comes on a day that was called off, so no one is absent. */
  is_called_off: boolean
  existing: Mark | null
  mark: Mark
  /** True if the person attended another day of the booking. */
  came_on_other_day: boolean
  now: number
}
export type CheckInDecision =
  | { ok: false; type: 'state_conflict' | 'check_in_not_open' | 'check_in_closed' }
  /** `status` is the status of the day after the mark, `moves` are the transitions of the registration. */
  | { ok: true; status: CheckInStatus; isLate: boolean; moves: RegistrationStatus[] }

/**
 * Decides the effect of a check-in mark. A person attended if they attended any day. A person who attended no day and
 * is marked absent is a no-show once the booking has ended. A mark made before the stored one changes nothing and is
 * reported as late.
 */
export function decideCheckIn(input: CheckInInput): CheckInDecision {
  const { status, day, ends_at, existing, mark, now } = input
  if (!registrationStates.sold.has(status) || input.is_called_off) return { ok: false, type: 'state_conflict' }
  if (mark.marked_at < day.starts_at - checkInOpensMs) return { ok: false, type: 'check_in_not_open' }
  if (now > ends_at + correctionMs) return { ok: false, type: 'check_in_closed' }
  if (existing && mark.marked_at < existing.marked_at)
    return { ok: true, status: existing.status, isLate: true, moves: [] }
  const to = registrationStatus(input)
  return { ok: true, status: mark.status, isLate: false, moves: steps(status, to) }
}

function registrationStatus({ mark, came_on_other_day, ends_at, now }: CheckInInput): RegistrationStatus {
  if (came_on_other_day || checkInStates.came.has(mark.status)) return 'attended'
  return mark.status === 'absent' && now >= ends_at ? 'no_show' : 'confirmed'
}

// A correction goes through the status `confirmed`.
function steps(from: RegistrationStatus, to: RegistrationStatus): RegistrationStatus[] {
  if (from === to) return []
  return from === 'confirmed' || to === 'confirmed' ? [to] : ['confirmed', to]
}

/**
 * A day's link is valid for two days after it, in ms, so that a phone without a connection can still send its marks.
 */
export const linkEndsAfterMs = 2 * dayMs
