import type { EligibilityResult } from '../../contract/booking/eligibility.ts'
import type { SaleStatus } from '../../contract/states/sale-states.ts'
import type { Gender } from '../../contract/field-rules.ts'
import { fitOf, mayFit, type OptionLimits } from '../../contract/booking/person-fit.ts'
import { dayInZone } from '../../contract/wall-clock.ts'
import * as saleStates from '../../contract/states/sale-states.ts'

type Limits = OptionLimits & { sale_status: SaleStatus }
type Person = { date_of_birth: string | null; gender: Gender | null }

/** Whether an event suits a person by the age and gender limits of its options, regardless of free places. */
export function personEligibility(
  options: readonly Limits[],
  person: Person,
  event: { starts_at: number; timezone: string },
): Exclude<EligibilityResult, 'booked'> {
  const firstDay = dayInZone(event.starts_at, event.timezone)
  const fits = options
    .filter(({ sale_status }) => !saleStates.notOffered.has(sale_status))
    .map((option) => fitOf(option, person, firstDay))
  if (fits.some(({ ok }) => ok)) return 'eligible'
  return fits.some(mayFit) ? 'unknown' : 'not_eligible'
}
