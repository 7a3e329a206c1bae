import { type HeldMembership, isOpenOn } from '../../contract/booking/entitlement.ts'
import { dayWords, languageOf, type Locale } from '../../contract/date-format.ts'
import { membershipEndsSentence } from '../../contract/sentences/sentence.ts'
import { dayInZone } from '../../contract/wall-clock.ts'
import { openDays } from '../../offering/pricing/membership-days.ts'

/**
 * Whether a membership gives access to an event that starts at this time. The day of the event decides, not the day
 * of the booking.
 */
export function opensAt(membership: HeldMembership, starts_at: number): boolean {
  const days = openDays(membership)
  return days !== null && isOpenOn(days, dayInZone(starts_at, membership.timezone))
}

/** An event or appointment type that needs one of these packages: its start times, and whether it has no price. */
export type PackageRequirement = { packageIds: readonly string[]; starts: readonly number[]; isFree: boolean }

/** Whether the visits of a membership are counted. An event without a price then uses one visit. */
export const countsVisits = ({ terms }: Pick<HeldMembership, 'terms'>): boolean =>
  terms.allocated_amount !== null && !terms.is_unlimited

/** Whether memberships give access at all of these start times without using a visit. */
export const isEntitled = (
  memberships: readonly HeldMembership[],
  { packageIds, starts, isFree }: PackageRequirement,
): boolean => {
  const opening = memberships.filter((each) => packageIds.includes(each.package_id) && !(isFree && countsVisits(each)))
  return starts.every((starts_at) => opening.some((each) => opensAt(each, starts_at)))
}

/**
 * The end of the last membership that would give access if it did not end before the event; null when there is none.
 */
export function endsBefore(
  memberships: readonly HeldMembership[],
  { packageIds, starts }: Omit<PackageRequirement, 'isFree'>,
): string | null {
  const last = Math.max(...starts)
  const ends = memberships.flatMap((each) => {
    const until = packageIds.includes(each.package_id) ? (openDays(each)?.until ?? null) : null
    return until !== null && until <= dayInZone(last, each.timezone) ? [until] : []
  })
  return ends.toSorted().at(-1) ?? null
}

/** The sentence for a member whose membership ends before the event begins. */
export function whyClosed(
  locale: Locale,
  memberships: readonly HeldMembership[],
  needed: PackageRequirement,
): { message?: string } {
  const until = endsBefore(memberships, needed)
  return until === null ? {} : { message: membershipEndsSentence(dayWords(until, locale), languageOf(locale)) }
}
