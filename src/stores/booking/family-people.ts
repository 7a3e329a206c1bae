import { controlName, textOf, type Values } from '#contract/booking/form-controls'
import type { Attendee } from '#contract/people/attendee'
import type { RequirableField } from '#contract/people/attendee-fields'
import type { Gender } from '#contract/field-rules'
import type { Answer, Registration } from '#contract/booking/registration'
import type { RegistrationStatus } from '#contract/states/registration-states'

/** A person's place in this event, booked or held. */
export type OwnPlace = {
  registration_id: string
  option_id: string
  status: RegistrationStatus
  order_id: string | null
  hold_expires_at: string | null
  answers: Answer[]
  /** The waiver accepted for the place; null when none was. */
  waiver: Registration['waiver']
  starts_at: string
  session_credit_id: string | null
}

/**
 * A person in the form: from the family, or typed. The `attendee_id` of a typed person is null until the form is
 * sent.
 */
export type Person = {
  key: string
  attendee_id: string | null
  profile_id: string | null
  first_name: string
  last_name: string
  date_of_birth: string | null
  gender: Gender | null
  /** True for the customer's own record. */
  isSelf?: boolean
  /** The required fields that the program already knows. */
  knownFields: RequirableField[]
  place: OwnPlace | null
  /** The places of the same series: the same hour in other weeks. */
  repeats: OwnPlace[]
}

/** The name of a person. A new person may not have one yet. */
export const displayName = (person: Person, values: Values): string =>
  person.attendee_id ? person.first_name : textOf(values, controlName(person, 'first_name')).trim()

/** True for a place that needs no further action. */
export const hasPlace = (person: Person): boolean => person.place !== null && person.place.status !== 'pending'

/** True when this version of the waiver is accepted for all places that a person holds. */
export const hasSigned = (
  waiver: { waiver_id: string; version: number } | null,
  { place, repeats }: Pick<Person, 'place' | 'repeats'>,
): boolean =>
  place?.status === 'pending' &&
  [place, ...repeats].every(
    (each) => each.waiver?.waiver_id === waiver?.waiver_id && each.waiver?.version === waiver?.version,
  )

export const placeFromRegistration = (registration: Registration): OwnPlace => ({
  registration_id: registration.id,
  option_id: registration.option_id,
  status: registration.status,
  order_id: registration.order_id,
  hold_expires_at: registration.hold_expires_at,
  answers: registration.form_response.answers,
  waiver: registration.waiver,
  starts_at: registration.event.starts_at,
  session_credit_id: registration.session_credit_id,
})

/** True while a place that is not paid yet is held, and its hold ends within `maximumMs`. */
export function isHeld(place: OwnPlace | null, now: number, maximumMs = Infinity): boolean {
  const left = Date.parse(place?.hold_expires_at ?? '') - now
  return place?.status === 'pending' && left > 0 && left <= maximumMs
}

// A cart is held for at most this time, even after extensions. A later end is the due date of an order payable later.
const longestCartHoldMs = 7_200_000

/** True while a place is held in a cart, which expires within minutes. */
export const isHeldInCart = (place: OwnPlace | null, now: number): boolean => isHeld(place, now, longestCartHoldMs)

/** A family member in this form: their known fields, and their place in the event. */
export function personFromAttendee(
  attendee: Attendee,
  input: { programId: string; customerId: string; places: Registration[]; otherTimes: Registration[]; now: number },
): Person {
  const profile = attendee.profiles.find(({ program_id }) => program_id === input.programId) ?? null
  const ownOf = (places: Registration[]) =>
    places.filter((place) => place.attendee_profile.attendee_id === attendee.id).map(placeFromRegistration)
  const own = ownOf(input.places)
  const place = own.find((each) => each.status !== 'pending') ?? own.find((each) => isHeld(each, input.now)) ?? null
  const fields: [RequirableField, unknown][] = [
    ['date_of_birth', attendee.date_of_birth],
    ['health_card_number', attendee.health_card_last4 !== null || !maySeeHealth(attendee, input.customerId)],
    ['parent_name', attendee.parent_name],
    ['emergency_contact_phone', attendee.emergency_contact_phone],
    ['emergency_contact_email', attendee.emergency_contact_email],
  ]
  return {
    key: attendee.id,
    attendee_id: attendee.id,
    profile_id: profile && !profile.is_archived ? profile.id : null,
    first_name: attendee.first_name,
    last_name: attendee.last_name,
    date_of_birth: attendee.date_of_birth,
    gender: attendee.gender,
    isSelf: attendee.relations.some(
      ({ customer_id, relation }) => customer_id === input.customerId && relation === 'self',
    ),
    knownFields: fields.filter(([, value]) => Boolean(value)).map(([field]) => field),
    place,
    repeats: place?.status === 'pending' ? ownOf(input.otherTimes).filter((each) => isHeld(each, input.now)) : [],
  }
}

/**
 * True when a customer may see the health card of a person. For other people only the server knows whether the person
 * has one.
 */
const maySeeHealth = (attendee: Attendee, customerId: string): boolean =>
  attendee.relations.some(({ customer_id, rights }) => customer_id === customerId && rights.includes('medical'))

/**
 * True for a person the customer may register. The customer's own person is offered once the profile has more than the
 * sign-up names.
 */
export const mayRegister = (attendee: Attendee, customerId: string): boolean => {
  const relation = attendee.relations.find(({ customer_id }) => customer_id === customerId)
  const isBlankSelf = relation?.relation === 'self' && attendee.date_of_birth === null && attendee.profiles.length === 0
  return !isBlankSelf && (relation === undefined || relation.rights.includes('register'))
}

const sameName = (a: string, b: string) => a.trim().toLowerCase() === b.trim().toLowerCase()

/**
 * After a log-in, a typed person who is already in the family becomes that member and keeps the typed values. `joined`
 * has the key of the member by the key of the typed person.
 */
export function mergeFamily(
  family: Person[],
  typed: Person[],
  values: Values,
): { people: Person[]; values: Values; joined: ReadonlyMap<string, string> } {
  const next: Values = { ...values }
  const joined = new Map<string, string>()
  const unmatched = typed.filter((person) => {
    const match = family.find(
      (each) =>
        sameName(each.first_name, textOf(values, controlName(person, 'first_name'))) &&
        sameName(each.last_name, textOf(values, controlName(person, 'last_name'))),
    )
    if (!match) return true
    joined.set(person.key, match.key)
    for (const [name, value] of Object.entries(values)) {
      if (!name.startsWith(`${person.key}.`)) continue
      next[`${match.key}.${name.slice(person.key.length + 1)}`] = value
      delete next[name]
    }
    return false
  })
  return { people: [...family, ...unmatched], values: next, joined }
}
