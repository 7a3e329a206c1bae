import { type Fit, fitOf, type OptionLimits } from '../../contract/booking/person-fit.ts'
import { dayInZone } from '../../contract/wall-clock.ts'
import type { RequirableField, RequirableText } from '../../contract/people/attendee-fields.ts'
import type { ErrorType } from '../../contract/api-error.ts'
import type { SaleStatus } from '../../contract/states/sale-states.ts'
import type { EventStatus } from '../../contract/states/event-states.ts'
import type { Gender } from '../../contract/field-rules.ts'
import * as saleStates from '../../contract/states/sale-states.ts'

/** Reasons why a person cannot have a free place. */
export const placeRefusals = [
  'attendee_conflict',
  'attendee_too_young',
  'attendee_too_old',
  'attendee_dob_required',
  'gender_not_eligible',
  'attendee_fields_missing',
  'option_not_on_sale',
  'sale_not_started',
  'sale_ended',
  'membership_required',
] as const satisfies readonly ErrorType[]

/** The refusals that do not count for a booking. */
export type Waived = ReadonlySet<ErrorType>
export const noneWaived: Waived = new Set()
const aboutAge: Waived = new Set(['attendee_too_young', 'attendee_too_old', 'attendee_dob_required'])

/** A refusal by a rule: of the field `param`, or about `subject` when no field is named; `message` replaces its sentence. */
export type Refusal = { type: ErrorType; param?: string; subject?: string; message?: string }
type Person = { date_of_birth: string | null; gender: Gender | null }

/** Null if this option is on sale now, otherwise the refusal. Only the write decides whether a place is left. */
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
  if (saleStates.notOffered.has(sale)) return { type: 'option_not_on_sale', subject: sale }
  return sale === 'restricted' ? { type: 'membership_required', param: 'option_id' } : null
}

const refusalOf = {
  too_young: 'attendee_too_young',
  too_old: 'attendee_too_old',
  age_unknown: 'attendee_dob_required',
  gender_unknown: 'gender_not_eligible',
  other_gender: 'gender_not_eligible',
} as const satisfies Record<Exclude<Fit, { ok: true }>['why'], ErrorType>

/** Null if an option suits a person on the first day of its event, in the event's time zone; otherwise the refusal. */
export function checkPerson(
  option: OptionLimits,
  person: Person,
  event: { starts_at: number; timezone: string },
  waived: Waived = noneWaived,
): Refusal | null {
  const fit = fitOf(option, person, dayInZone(event.starts_at, event.timezone))
  if (fit.ok) return null
  const type = refusalOf[fit.why]
  if (!waived.has(type)) return { type, param: 'attendee_profile_id' }
  // The age is checked before the gender.
  return aboutAge.has(type)
    ? checkPerson({ ...option, minimum_age: null, maximum_age: null }, person, event, waived)
    : null
}

export type KnownFields = Record<RequirableText, string | null> & { has_health_card: boolean }

/** The required fields of a program that are missing for this person. */
export function missingFields(required: readonly RequirableField[], person: KnownFields): RequirableField[] {
  return required.filter((field) => !person[field === 'health_card_number' ? 'has_health_card' : field])
}
