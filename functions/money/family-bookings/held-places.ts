import { ApiError } from '../../contract/api-error.ts'
import type { BookedPerson } from '../../contract/money/family-booking.ts'
import type { PersonRefusal } from '../../contract/person-refusal.ts'
import { errorSentence } from '../../contract/sentences/sentence.ts'
import type { LoadedRegistration } from '../../booking/registrations/load-registration.ts'
import { creditsOfLine } from '../../booking/session-credits/credit-ledger.ts'
import type { CustomerContext } from '../../platform/context.ts'
import { heldPlaces } from '../orders/order-refusals.ts'
import type { DesiredPlace } from './booking-target.ts'
import type { LoadedBooking } from './load-booking.ts'

/** The desired places of a person, next to those of the event or type that they hold already. */
export type PersonsPlaces = {
  /** Desired places that the person holds already, with the same payment. */
  kept: { desired: DesiredPlace; held: LoadedRegistration }[]
  added: DesiredPlace[]
  /** Held places that the person no longer desires. */
  freed: LoadedRegistration[]
}

/** The held places in the cart, and those in no order, which a person may have from a waitlist. */
const heldBefore = ({ joined, loose }: LoadedBooking): LoadedRegistration[] => [
  ...(joined ? heldPlaces(joined) : []),
  ...loose,
]

/** The held places that a request releases, and a refusal for each id that is none. */
export function releasedPlaces(
  ctx: CustomerContext,
  loaded: LoadedBooking,
  ids: readonly string[],
): { places: LoadedRegistration[]; refusals: PersonRefusal[] } {
  const held = heldBefore(loaded)
  const message = errorSentence('not_found', ctx.language)
  return {
    places: held.filter(({ registration }) => ids.includes(registration.id)),
    refusals: ids.flatMap((id, at) =>
      held.some(({ registration }) => registration.id === id)
        ? []
        : [{ person: null, type: 'not_found', param: `release[${at}]`, message }],
    ),
  }
}

/**
 * Compares the desired places of a person with those they hold in the cart or in no order. A place of the same option, time and
 * payment is kept; any other is freed.
 */
export function comparePlaces(loaded: LoadedBooking, { input, attendeeId, released }: Comparing): PersonsPlaces {
  const { target } = loaded
  const held = heldBefore(loaded).filter(
    (place) =>
      target.has(place.registration) && place.registration.attendee_id === attendeeId && !released.includes(place),
  )
  const places = placesOrNone(loaded, input.option_id)
  const matches = places.map((desired) => ({
    desired,
    held: held.find((each) => isSame(loaded, each, { desired, input })),
  }))
  const kept = matches.flatMap(({ desired, held: same }) => (same ? [{ desired, held: same }] : []))
  return {
    kept,
    added: matches.flatMap(({ desired, held: same }) => (same ? [] : [desired])),
    freed: held.filter((each) => !kept.some((pair) => pair.held === each)),
  }
}
type Comparing = {
  input: BookedPerson
  attendeeId: string | null
  released: readonly LoadedRegistration[]
}

// An option of another event is refused when the person is decided.
function placesOrNone({ target }: LoadedBooking, option_id: string): DesiredPlace[] {
  try {
    return target.placesOf(option_id)
  } catch (error) {
    if (error instanceof ApiError && error.type === 'not_found') return []
    throw error
  }
}

function isSame(
  { cart }: LoadedBooking,
  { registration, booking }: LoadedRegistration,
  { desired, input }: { desired: DesiredPlace; input: BookedPerson },
): boolean {
  if (booking.option_id !== desired.option_id || booking.starts_at !== desired.starts_at) return false
  const { session_credit_id, membership_item_id } = registration
  if (input.session_package_id)
    return cart.items.some(
      ({ id, type, product_id }) =>
        type === 'session_package' &&
        product_id === input.session_package_id &&
        creditsOfLine(id) === session_credit_id,
    )
  if (input.membership_package_id)
    return cart.items.some(
      ({ id, type, product_id }) =>
        type === 'membership_package' &&
        product_id === input.membership_package_id &&
        (membership_item_id === null ? session_credit_id === null : membership_item_id === id),
    )
  if (input.session_credit_id)
    return session_credit_id === input.session_credit_id || session_credit_id === creditsOfLine(input.session_credit_id)
  return session_credit_id === null && membership_item_id === null
}

/** A booking with the visits that freed places return. */
export function withFreedVisits(loaded: LoadedBooking, freed: readonly LoadedRegistration[]): LoadedBooking {
  const returned = (creditId: string) =>
    freed.filter(({ registration }) => registration.session_credit_id === creditId).length
  const withReturned = <Credit extends { id: string; available: number }>(credit: Credit): Credit => ({
    ...credit,
    available: credit.available + returned(credit.id),
  })
  return {
    ...loaded,
    family: { ...loaded.family, credits: loaded.family.credits.map(withReturned) },
    cartVisits: loaded.cartVisits.map(withReturned),
  }
}
