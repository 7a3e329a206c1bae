import { type Entitlement, isOpenOn } from '#contract/booking/entitlement'
import type { Membership } from '#contract/booking/membership'
import type { SessionCredit } from '#contract/booking/session-credit'
import * as membershipStates from '#contract/states/membership-states'
import { dayInZone } from '#contract/wall-clock'

/** The booked event: the packages that open it, and its beginning. */
export type EventToPayFor = { ids: readonly string[]; starts_at: string; timezone: string }

const dayOf = ({ starts_at, timezone }: EventToPayFor): string => dayInZone(Date.parse(starts_at), timezone)

/** The memberships that open the booked event at its beginning. */
export const membershipsFor = (memberships: readonly Entitlement[], booked: EventToPayFor): Entitlement[] =>
  memberships.filter((each) => booked.ids.includes(each.package_id) && isOpenOn(each, dayOf(booked)))

/** The memberships whose free trial began, or begins later. Each person has one trial with a program. */
export const trialsAmong = (memberships: readonly Membership[]): Membership[] =>
  memberships.filter(
    ({ trial_start, current_period_start, status }) =>
      trial_start !== null && (current_period_start !== null || !membershipStates.ended.has(status)),
  )

/** True when one of these trials was for the person or for the family. `attendee_id` is null for the whole family. */
export const hadTrialAmong = (trials: readonly Membership[], attendee_id: string | null): boolean =>
  trials.some(
    ({ attendee_profile: whose }) => attendee_id === null || whose === null || whose.attendee_id === attendee_id,
  )

/**
 * The credits of these packages that have a visit left and are still valid at the beginning of the event, in order of
 * use.
 */
export function creditsFor(
  credits: readonly SessionCredit[],
  memberships: readonly Entitlement[],
  booked: EventToPayFor,
): SessionCredit[] {
  const open = membershipsFor(memberships, booked)
  return credits.filter(
    (each) =>
      booked.ids.includes(each.package_id) &&
      !each.is_on_hold &&
      (each.is_unlimited || each.available > 0) &&
      (each.expires_at === null || Date.parse(booked.starts_at) < Date.parse(each.expires_at)) &&
      (each.membership_id === null || open.some(({ package_id }) => package_id === each.package_id)),
  )
}
