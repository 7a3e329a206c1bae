import { ApiError } from '../../contract/api-error.ts'
import { type BookedTimes, overlap } from '../../contract/booked-times.ts'

type Preferences = { ignore_attendee_conflicts: boolean }

/** Throws `attendee_conflict` when an attendee has another booking at these times, unless the program allows that. */
export function requireFreeAttendee(
  { preferences }: { preferences: Preferences },
  {
    times,
    others,
    param = 'attendee_profile_id',
  }: { times: BookedTimes; others: readonly BookedTimes[]; param?: string },
): void {
  if (preferences.ignore_attendee_conflicts) return
  if (others.some((other) => overlap(times, other))) throw new ApiError('attendee_conflict', { param })
}
