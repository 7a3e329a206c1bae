import type { EligibilityResult } from '../../contract/booking/eligibility.ts'
import type { SaleStatus } from '../../contract/offering/event.ts'
import type { Gender } from '../../contract/field-rules.ts'
import { checkPerson } from './eligibility.ts'

type Limits = { minimum_age: number | null; maximum_age: number | null; gender: Gender | null; sale_status: SaleStatus }
type Person = { date_of_birth: string | null; gender: Gender | null }

/** Whether an event is for a person by the age and gender of its options; whether a place is left is another question. */
export function personEligibility(
  options: readonly Limits[],
  person: Person,
  event: { starts_at: number; timezone: string },
): Exclude<EligibilityResult, 'booked'> {
  const offered = options.filter(({ sale_status }) => sale_status !== 'closed' && sale_status !== 'event_cancelled')
  const refusals = offered.map((option) => ({ option, refusal: checkPerson(option, person, event) }))
  if (refusals.some(({ refusal }) => refusal === null)) return 'eligible'
  const mayFit = refusals.some(
    ({ option, refusal }) =>
      refusal?.type === 'attendee_dob_required' ||
      (refusal?.type === 'gender_not_eligible' && option.gender !== null && person.gender === null),
  )
  return mayFit ? 'unknown' : 'not_eligible'
}
