import { untilStart } from '../../contract/offering/program.ts'
import type { RegistrationStatus } from '../../contract/states/registration-states.ts'
import type { Right } from '../../contract/people/attendee.ts'
import type { BookingRow } from './registration-rows.ts'
import { deadlineBefore, isInTime } from './cancellation-policy.ts'

type Times = Pick<BookingRow, 'starts_at' | 'timezone'>

/**
 * Until when the answers of a sold place may change: as long before its start as its program says, by default until its
 * start.
 */
export const answersDeadline = ({ starts_at, timezone }: Times, before: string | null | undefined): number =>
  deadlineBefore(starts_at, before ?? untilStart, timezone)

type Place = { status: RegistrationStatus; booking: Times; hasQuestions: boolean; rights: readonly Right[] }

/**
 * The deadline that a reader is shown: null without questions, or when they may not change the answers now. The
 * answers of a place in a cart may change until its start.
 */
export function openAnswersDeadline(
  { status, booking, hasQuestions, rights }: Place,
  before: string | null | undefined,
  now: number,
): number | null {
  if (!hasQuestions || !rights.includes('view') || now >= booking.starts_at) return null
  if (status === 'pending') return booking.starts_at
  if (status !== 'confirmed' || !rights.includes('register')) return null
  const until = answersDeadline(booking, before)
  return isInTime(until, now) ? until : null
}
