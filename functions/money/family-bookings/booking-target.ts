import type { ErrorType } from '../../contract/api-error.ts'
import type { Waived } from '../../booking/registrations/eligibility.ts'
import type { Event } from '../../contract/offering/event.ts'
import type { EventToBook } from '../../booking/registrations/load-family.ts'
import type { PlaceToTake } from '../../booking/registrations/take-place.ts'
import type { LoadedRegistration } from '../../booking/registrations/load-registration.ts'
import type { RegistrationFacts } from '../../booking/registrations/load-registration-facts.ts'
import type { releaseLapsed } from '../../booking/registrations/release-lapsed.ts'
import type { Statement } from '../../platform/database/database.ts'
import type { OrderedPlace } from '../orders/take-places.ts'

/** What the rules read of one person of a booking. */
export type Registering = Pick<RegistrationFacts, 'customer_id' | 'person' | 'contact' | 'program' | 'others'>

/** A place that a person would have: an option of an event, or a time of an appointment type. */
export type DesiredPlace = {
  option_id: string
  starts_at: number
  /** The field that a refusal of this place is about. */
  param: string
  /** The place as an order reads it, at its full price. */
  booking: OrderedPlace['booking']
  take: (registering: Registering, place: PlaceToTake) => Statement[]
}
export type PersonsPlace = { person: number; registering: Registering; place: DesiredPlace }
/** The option that a person of a booking requests, and whether they pay with a visit. */
export type RequestedPlace = { registering: Registering; option_id: string; isHolder: boolean }
export type PlaceRefusal = { type: ErrorType; message: string }

/** What a booking takes places of: an event, or an appointment type with its times. */
export type BookingTarget = {
  form: Pick<Event, 'fields' | 'waiver'>
  /** The packages that open it, if it needs one. */
  packageIds: readonly string[]
  /** The places that an option means for each person. Throws `not_found` for another option. */
  placesOf: (option_id: string) => DesiredPlace[]
  /** Throws when the program takes no orders, or the caller may not register the person. */
  checkMayBook: (registering: Registering) => void
  /** Throws when the option is not open to the person. A holder pays with a visit, or has one. */
  checkOpen: (registering: Registering, option: { option_id: string; isHolder: boolean; waived: Waived }) => void
  /** Whether a customer who has a visit may pay the price of an option instead. */
  mayPayPrice: (option_id: string) => boolean
  /** Whether a registration is a place of this event or type. */
  has: (registration: LoadedRegistration['registration']) => boolean
  /**
   * For each place in order, why it cannot be had once those before it are taken; null if it can. `freed` has the
   * places that the booking releases first.
   */
  refusals: (desired: readonly PersonsPlace[], freed: readonly LoadedRegistration[]) => (PlaceRefusal | null)[]
  /** What lapsed holds are released of, before places of these options are taken. */
  sources: (option_ids: readonly string[]) => Parameters<typeof releaseLapsed>[1]
  tags: readonly string[]
  /** The event, whose other options a refused person may take; null for an appointment type. */
  event: EventToBook | null
  /** The event, if people wait for a place of it. */
  waitedFor: string | null
}
