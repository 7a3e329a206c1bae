import { ApiError } from '../../contract/api-error.ts'
import { localeOf } from '../../contract/date-format.ts'
import { heldOnceBought } from '../../booking/memberships/new-membership.ts'
import type { Bookable } from '../../booking/session-credits/credit-rules.ts'
import { isEntitled, whyClosed } from '../../booking/session-credits/entitlement.ts'
import type { CustomerContext } from '../../platform/context.ts'
import { membershipLine } from '../orders/membership-lines.ts'
import type { ItemRow } from '../orders/order-rows.ts'
import type { Registering } from './booking-target.ts'
import type { LoadedBooking } from './load-booking.ts'

const param = 'membership_package_id'
type Joining = {
  membership_package_id: string
  registering: Registering
  bookable: Bookable
  /** True for a place without a price. */
  isFree: boolean
  /** The items of memberships that the booking buys already. */
  bought: readonly ItemRow[]
}
/** A membership that is bought with a place. */
export type JoinedMembership = {
  item: ItemRow
  /** False when the membership is in the cart already. */
  isNew: boolean
  /** True when the place is open to members alone. */
  isNeeded: boolean
}

/**
 * The membership that a person buys with their place: the one in the cart, or a new one, which a family shares unless it
 * is sold for one person. Throws when it cannot be bought, or does not open what is booked on that day.
 */
export function joinMembership(
  ctx: CustomerContext,
  { cart, family, memberships }: LoadedBooking,
  { membership_package_id, registering, bookable, isFree, bought }: Joining,
): JoinedMembership {
  const { program } = cart
  if (program.features['memberships'] !== true) throw new ApiError('feature_disabled', { param })
  const { profile, attendee, relation } = registering.person
  const lines = [...cart.items, ...bought]
  const existing = lines.find(
    (item) =>
      item.type === 'membership_package' &&
      item.product_id === membership_package_id &&
      (item.attendee_profile_id === null || item.attendee_profile_id === profile.id),
  )
  const sold = memberships.offered.find((each) => each.package.id === membership_package_id)?.package
  const isForOne = sold?.sold_for === 'person'
  const { first_name, last_name } = attendee
  const person = {
    id: profile.id,
    program_id: cart.program_id,
    is_archived: false,
    person: { id: attendee.id, is_seen: true, first_name, last_name },
    rights: relation.rights,
  }
  const input = { source: membership_package_id, quantity: 1, attendee_profile_id: isForOne ? profile.id : null }
  const packages = { ...memberships, sold: [], people: isForOne ? [person] : [] }
  const item = existing ?? renamed(() => membershipLine(ctx, cart, { input, packages, position: 0, lines }))

  const { package_ids: packageIds, starts } = bookable
  const held = heldOnceBought(ctx, cart, item)
  const opening = { packageIds, starts, isFree }
  if (packageIds.length > 0 && !isEntitled([held], opening))
    throw new ApiError('membership_required', {
      param,
      ...whyClosed(localeOf(ctx.language, family.program.country), [held], opening),
    })
  return { item, isNew: existing === undefined, isNeeded: packageIds.length > 0 }
}

/** Runs a rule of items, and names the field of the booking in its error. */
function renamed<Result>(rule: () => Result): Result {
  try {
    return rule()
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    throw new ApiError(error.type, { ...error.detail, param })
  }
}
