import { fullYears, dayInZone } from '../../people/attendees/birth-date.ts'
import type { RequirableField } from '../../contract/people/attendee.ts'
import type { ErrorType } from '../../contract/api-error.ts'
import type { EventStatus, SaleStatus } from '../../contract/offering/event.ts'
import type { Gender } from '../../contract/field-rules.ts'

/** A refusal by a rule: of the field `param`, or about `subject` where no field is named. */
export type Refusal = { type: ErrorType; param?: string; subject?: string }
type Limits = { minimum_age: number | null; maximum_age: number | null; gender: Gender | null }
type Person = { date_of_birth: string | null; gender: Gender | null }

/** May this option be had at all now? Whether a place is left is decided by the write alone. null = yes. */
export function checkSale(
  event: { status: EventStatus; starts_at: number; has_external_registration: boolean },
  sale: SaleStatus,
  now: number,
): Refusal | null {
  if (event.status === 'cancelled') return { type: 'option_not_on_sale', subject: 'event_cancelled' }
  if (now >= event.starts_at) return { type: 'already_started', param: 'event_id' }
  if (event.has_external_registration) return { type: 'option_not_on_sale', subject: 'external_registration_url' }
  if (sale === 'not_started') return { type: 'sale_not_started', param: 'option_id' }
  if (sale === 'ended') return { type: 'sale_ended', param: 'option_id' }
  if (sale === 'closed' || sale === 'event_cancelled') return { type: 'option_not_on_sale', subject: sale }
  return sale === 'restricted' ? { type: 'membership_required', param: 'option_id' } : null
}

/** Age in full years on the first day, in the event's zone, and gender. null = eligible. */
export function checkPerson(
  option: Limits,
  person: Person,
  event: { starts_at: number; timezone: string },
): Refusal | null {
  const param = 'attendee_profile_id'
  if (option.minimum_age !== null || option.maximum_age !== null) {
    if (person.date_of_birth === null) return { type: 'attendee_dob_required', param }
    const age = fullYears(person.date_of_birth, dayInZone(event.starts_at, event.timezone))
    if (option.minimum_age !== null && age < option.minimum_age) return { type: 'attendee_too_young', param }
    if (option.maximum_age !== null && age > option.maximum_age) return { type: 'attendee_too_old', param }
  }
  return option.gender !== null && person.gender !== option.gender ? { type: 'gender_not_eligible', param } : null
}

export type KnownFields = {
  date_of_birth: string | null
  health_card_last4: string | null
  parent_name: string | null
  emergency_contact_phone: string | null
  emergency_contact_email: string | null
}

/** The fields a program requires of everybody that are not known of this person. */
export function missingFields(required: readonly RequirableField[], person: KnownFields): RequirableField[] {
  return required.filter((field) => !person[field === 'health_card_number' ? 'health_card_last4' : field])
}
