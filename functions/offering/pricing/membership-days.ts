import type { MembershipTerms } from '../../contract/booking/membership.ts'
import type { MembershipDays, OpenDays } from '../../contract/booking/entitlement.ts'
import { retryDays } from '../../contract/money/declines.ts'
import * as membershipStates from '../../contract/states/membership-states.ts'
import { addDays, billingPeriod, firstPeriod } from './billing-period.ts'

/** True when the current period is the last period to be paid. */
export const isLastPeriod = ({
  terms,
  num_paid,
}: {
  terms: Pick<MembershipTerms, 'billing_period' | 'num_periods'>
  num_paid: number
}): boolean => terms.billing_period === 'once' || (terms.num_periods !== null && num_paid >= terms.num_periods)

/**
 * The days on which a membership gives access; null when it gives none. A membership that renews by itself has no
 * end. An unpaid membership gives access until its last retry, a paused one again from the day on which it resumes.
 */
export function openDays(membership: MembershipDays): OpenDays | null {
  const { status, start_on, pause_on, resume_on } = membership
  const days = { from: start_on, until: endDay(membership), paused_from: pause_on, paused_until: resume_on }
  if (membershipStates.openAhead.has(status)) return days
  if (status === 'past_due') return membership.is_usable ? { ...days, until: lastRetryOver(membership) } : null
  return status === 'paused' && resume_on !== null ? days : null
}

/**
 * The days of a membership for the places that were booked with it; null when it has ended, or its trial or its last
 * retry did. A pause ends nothing, and neither does a payment that is being retried.
 */
export function daysOfPlaces(membership: MembershipDays): Pick<OpenDays, 'from' | 'until'> | null {
  const { status, start_on, pause_on } = membership
  const goesOn =
    membershipStates.charged.has(status) || status === 'scheduled' || (status === 'paused' && pause_on !== null)
  return goesOn ? { from: start_on, until: endDay(membership) } : null
}

/** The first day without access; null for a membership that renews until it is cancelled. */
function endDay(membership: MembershipDays): string | null {
  const { status, trial_end_on, has_card, cancel_at_period_end, period_end_on } = membership
  const isBeforeCharge = trial_end_on !== null && membershipStates.beforeFirstCharge.has(status)
  if (isBeforeCharge && (cancel_at_period_end || !has_card)) return trial_end_on
  return cancel_at_period_end ? period_end_on : fixedEnd(membership)
}

function fixedEnd({ terms, num_paid, ...membership }: MembershipDays): string | null {
  if (num_paid > 0 && isLastPeriod({ terms, num_paid })) return membership.period_end_on
  const periods = terms.billing_period === 'once' ? 1 : terms.num_periods
  if (periods === null) return null
  if (num_paid > 0) return billingPeriod(membership, terms, membership.period_index + periods - num_paid).end_on
  const first = firstPeriod(terms, membership.trial_end_on ?? membership.start_on)
  return billingPeriod(first, terms, first.index + periods - 1).end_on
}

function lastRetryOver({ due_on, period_end_on }: MembershipDays): string | null {
  const due = due_on ?? period_end_on
  return due === null ? null : addDays(due, Math.max(...retryDays) + 1)
}
