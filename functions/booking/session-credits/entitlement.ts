import { type HeldMembership, isOpenOn } from '../../contract/booking/entitlement.ts'
import { dayWords, languageOf, type Locale } from '../../contract/date-format.ts'
import { membershipEndsSentence } from '../../contract/sentences/sentence.ts'
import { dayInZone } from '../../contract/wall-clock.ts'
import { openDays } from '../../offering/pricing/membership-days.ts'

/** Whether a membership opens what begins then: the day of the event decides, not the day of the booking. */
export function opensAt(membership: HeldMembership, starts_at: number): boolean {
  const days = openDays(membership)
  return days !== null && isOpenOn(days, dayInZone(starts_at, membership.timezone))
}

/** What needs one of these packages, when it begins, and whether it has no price. */
export type Opening = { packageIds: readonly string[]; starts: readonly number[]; isFree: boolean }

/** Whether the visits of a membership are counted; something without a price then takes one of them. */
export const countsVisits = ({ terms }: Pick<HeldMembership, 'terms'>): boolean =>
  terms.allocated_amount !== null && !terms.is_unlimited

/** Whether memberships open something on all of its starts without a visit. */
export const isEntitled = (
  memberships: readonly HeldMembership[],
  { packageIds, starts, isFree }: Opening,
): boolean => {
  const opening = memberships.filter((each) => packageIds.includes(each.package_id) && !(isFree && countsVisits(each)))
  return starts.every((starts_at) => opening.some((each) => opensAt(each, starts_at)))
}

/** The end of the last membership that would open something if it did not end before; null when there is none. */
export function endsBefore(
  memberships: readonly HeldMembership[],
  { packageIds, starts }: Omit<Opening, 'isFree'>,
): string | null {
  const last = Math.max(...starts)
  const ends = memberships.flatMap((each) => {
    const until = packageIds.includes(each.package_id) ? (openDays(each)?.until ?? null) : null
    return until !== null && until <= dayInZone(last, each.timezone) ? [until] : []
  })
  return ends.toSorted().at(-1) ?? null
}

/** The sentence for a member whose membership ends before something begins. */
export function whyClosed(
  locale: Locale,
  memberships: readonly HeldMembership[],
  opening: Opening,
): { message?: string } {
  const until = endsBefore(memberships, opening)
  return until === null ? {} : { message: membershipEndsSentence(dayWords(until, locale), languageOf(locale)) }
}
