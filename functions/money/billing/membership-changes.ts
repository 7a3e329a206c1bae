import { ApiError } from '../../contract/api-error.ts'
import type { HoldMembershipRequest } from '../../contract/booking/membership.ts'
import type { MembershipStatus } from '../../contract/states/membership-states.ts'
import * as membershipStates from '../../contract/states/membership-states.ts'
import { dayInZone } from '../../contract/wall-clock.ts'
import { afterPause } from '../../booking/memberships/membership-rules.ts'
import type { MembershipChange, MembershipRow } from '../../booking/memberships/membership-rows.ts'
import { addDays } from '../../offering/pricing/billing-period.ts'
import { isLastPeriod } from '../../offering/pricing/membership-days.ts'

/** Maximum length of a pause, in days. */
const maxPauseDays = 366

/** A change of a membership: its status, the reason in the history, and its columns. */
export type Step = { to: MembershipStatus; reason: string; set: MembershipChange }
type Clock = { now: number }

/** The end of a membership with its paid period. Throws unless it runs and has one. */
export function endsWithPeriod(row: MembershipRow): Step {
  requireRunning(row)
  if (row.period_end_on === null) throw new ApiError('cancellation_not_allowed', { param: 'membership_id' })
  // A planned pause would prevent the membership from ending.
  const set = { cancel_at_period_end: true, pause_on: null, resume_on: null }
  return { to: row.status, reason: 'cancels_at_period_end', set }
}

/** The revocation of that end. */
export function goesOn(row: MembershipRow): Step {
  requireRunning(row)
  const set = { cancel_at_period_end: false, cancel_reason: null, cancel_reason_other: null }
  return { to: row.status, reason: 'cancellation_undone', set }
}

/** A pause from a day, today at the earliest. Throws for days that are not allowed, and unless the membership renews. */
export function pauseOf(
  { now }: Clock,
  { membership: row }: { membership: MembershipRow },
  { from, to }: Pick<HoldMembershipRequest, 'from' | 'to'>,
): Step {
  const today = dayInZone(now, row.timezone)
  const pause_on = from ?? today
  const resume_on = to ?? null
  if (row.status !== 'active' || row.pause_on !== null || row.cancel_at_period_end || isLastPeriod(row))
    throw new ApiError('state_conflict', { subject: row.status })
  if (pause_on < today || pause_on > addDays(today, maxPauseDays)) throw new ApiError('invalid_date', { param: 'from' })
  if (resume_on !== null && (resume_on <= pause_on || resume_on > addDays(pause_on, maxPauseDays)))
    throw new ApiError('invalid_date', { param: 'to' })
  return { to: pause_on <= today ? 'paused' : 'active', reason: 'hold', set: { pause_on, resume_on } }
}

/** The end of a pause today, or the revocation of a planned one. */
export function resumeOf({ now }: Clock, { membership: row }: { membership: MembershipRow }): Step {
  if (row.pause_on === null) throw new ApiError('state_conflict', { subject: row.status })
  return row.status === 'paused'
    ? { to: 'active', reason: 'hold_ends', set: afterPause(row, dayInZone(now, row.timezone)) }
    : { to: 'active', reason: 'hold_taken_back', set: { pause_on: null, resume_on: null } }
}

function requireRunning({ status }: MembershipRow): void {
  if (!membershipStates.running.has(status)) throw new ApiError('state_conflict', { subject: status })
}
