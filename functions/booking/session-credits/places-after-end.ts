import { dayMs } from '../../contract/limits.ts'
import type { HeldMembership } from '../../contract/booking/entitlement.ts'
import type { ProgramSelling } from '../../contract/offering/program.ts'
import { canChargeCard } from '../../contract/money/stripe-amount.ts'
import * as membershipStates from '../../contract/states/membership-states.ts'
import { dayInZone } from '../../contract/wall-clock.ts'
import { linePrice } from '../../offering/pricing/line-price.ts'
import { daysOfPlaces } from '../../offering/pricing/membership-days.ts'

/** Time in which the normal price of a place must be paid once the end of its membership is known, in ms. */
const priceDueMs = 7 * dayMs

/**
 * A booked place with what decides whether a membership opened it: the packages that open its event, the membership
 * whose visit pays for it, the price at which it was sold, and the memberships of its person now.
 */
export type OpenedPlace = {
  starts_at: number
  package_ids: readonly string[]
  is_by_credit: boolean
  credit_membership_id: string | null
  sold_cost: number
  memberships: readonly HeldMembership[]
}

/**
 * True if a membership opened the place and none lasts until its day. A member paid the price of any other place that
 * has one, so such a place stays.
 */
export function isAfterEnd(place: OpenedPlace): boolean {
  const isByMembership = place.is_by_credit ? place.credit_membership_id !== null : place.sold_cost === 0
  if (!isByMembership || place.package_ids.length === 0) return false
  return !place.memberships.some((each) => place.package_ids.includes(each.package_id) && lastsUntil(each, place))
}

function lastsUntil(membership: HeldMembership, { starts_at }: OpenedPlace): boolean {
  const days = daysOfPlaces(membership)
  const day = dayInZone(starts_at, membership.timezone)
  return days !== null && day >= days.from && (days.until === null || day < days.until)
}

/** The memberships of a person if this one is cancelled now: it ends with its period, or at once. */
export const ifCancelled = (memberships: readonly HeldMembership[], id: string): HeldMembership[] =>
  memberships.flatMap((each) => {
    if (each.id !== id) return [each]
    return membershipStates.running.has(each.status) ? [{ ...each, cancel_at_period_end: true }] : []
  })

type Payable = {
  cost: number
  currency: string
  selling: ProgramSelling
  features: { account_balance?: boolean; online_payments?: boolean }
}
/**
 * The normal price of a place with fee and tax, in minor units. Null for a place that has none, and where no way of
 * payment accepts it: only a membership keeps such a place.
 */
export function priceToKeep({ cost, currency, selling, features }: Payable): number | null {
  const { total } = linePrice(cost, selling)
  const isPayable =
    features.account_balance === true || (features.online_payments === true && canChargeCard(total, currency))
  return total > 0 && isPayable ? total : null
}

/** When the normal price of a place is due: in seven days, and before the place begins. */
export const priceDueAt = (now: number, starts_at: number): number => Math.min(now + priceDueMs, starts_at)
