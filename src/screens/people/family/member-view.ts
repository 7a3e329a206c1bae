import type { Attendee, ProgramAttendeeProfile, RelationName } from '#contract/people/attendee'
import { formOf, personFields, type RequirableField } from '#contract/people/attendee-fields'
import { relationNames } from '#contract/people/attendee'
import { dayMonthYear, type Locale } from '#contract/date-format'
import type { Registration } from '#contract/booking/registration'
import { wallClock } from '#contract/wall-clock'
import { fullYears } from '#contract/people/birth-date'
import { parsePhoneNumberFromString } from 'libphonenumber-js/max'

/** The person's profile in this program; null while the person is not shared with the program. */
export const sharedProfile = (attendee: Attendee, programId: string): ProgramAttendeeProfile | null =>
  attendee.profiles.find((profile) => profile.program_id === programId && profile.status === 'active') ?? null

export const fullName = ({ first_name, last_name }: Pick<Attendee, 'first_name' | 'last_name'>): string =>
  `${first_name} ${last_name}`

/** The customer's relation to a person, with its rights. */
export const ownRelation = (attendee: Attendee, customerId: string) =>
  attendee.relations.find(({ customer_id }) => customer_id === customerId) ?? null

/**
 * The fields that a program requires of everyone and that this person lacks, as far as the customer may see them. The
 * health card needs the right `medical`.
 */
export function missingFields(
  attendee: Attendee,
  required: readonly RequirableField[],
  customerId: string,
): RequirableField[] {
  const isMedical = ownRelation(attendee, customerId)?.rights.includes('medical') === true
  const existing = (field: RequirableField) =>
    field === 'health_card_number' ? attendee.health_card_last4 : attendee[field]
  return required.filter((field) => !existing(field) && (isMedical || personFields[field].right !== 'medical'))
}

/** The form in which a field is changed. */
export const formOfField = (field: RequirableField) =>
  formOf(field).group === 'personal' ? 'edit-personal' : 'edit-emergency'

/** The age in full years on a day; null without a date of birth. */
export const ageOf = (attendee: Pick<Attendee, 'date_of_birth'>, today: string): number | null =>
  attendee.date_of_birth === null ? null : fullYears(attendee.date_of_birth, today)

/** True for the customer's own person while it has only the sign-up names. */
export const isBlankSelf = (attendee: Attendee, customerId: string): boolean =>
  ownRelation(attendee, customerId)?.relation === 'self' &&
  attendee.date_of_birth === null &&
  attendee.profiles.length === 0

/** The relations a customer may choose for a new person. Only one person can have the relation `self`. */
export const relationsForNew = (family: readonly Attendee[], customerId: string): RelationName[] =>
  relationNames.filter(
    (name) =>
      name !== 'self' ||
      family.every((each) => ownRelation(each, customerId)?.relation !== 'self' || isBlankSelf(each, customerId)),
  )

/**
 * The relations to which a customer may change a person. Their own record stays `self`, and no other record can
 * become `self`.
 */
export const relationsForChange = (current: RelationName): RelationName[] =>
  current === 'self' ? ['self'] : relationNames.filter((name) => name !== 'self')

/** True when the emergency phone is the person's own. */
export const isOwnEmergencyPhone = (attendee: Attendee): boolean =>
  attendee.phone !== null && attendee.phone === attendee.emergency_contact_phone

/** The local day on which a person's health notes are erased; null while unknown. */
export function healthErasedOn(attendee: Attendee, timezone: string, locale: Locale): string | null {
  const until = attendee.health_kept_until
  return until === null ? null : dayMonthYear(wallClock(Date.parse(until), timezone), locale)
}

/** The bookings of one person, in the order of the given list. */
export const bookingsOf = (places: readonly Registration[], attendeeId: string): Registration[] =>
  places.filter((place) => place.attendee_profile.attendee_id === attendeeId)

/** A stored phone (E.164) in international format, `+1 416 555 0133` (ITU-T E.123). Other text is unchanged. */
export const phoneWords = (phone: string): string => parsePhoneNumberFromString(phone)?.formatInternational() ?? phone
