import type { EligibilityResult } from '../../contract/booking/eligibility.ts'
import type { SaleStatus } from '../../contract/states/sale-states.ts'
import { type FitPerson, fitOf, mayFit, type OptionLimits } from '../../contract/booking/person-fit.ts'
import { dayInZone } from '../../contract/wall-clock.ts'
import * as saleStates from '../../contract/states/sale-states.ts'

type Limits = OptionLimits & { sale_status: SaleStatus }
type Event = { starts_at: number; timezone: string }

/**
 * Whether an event suits a person by the age and gender limits of its options, regardless of free places. An event
 * without options is open to everyone.
 */
export function personEligibility(
  options: readonly Limits[],
  person: FitPerson,
  event: Event,
): Exclude<EligibilityResult, 'booked'> {
  if (options.length === 0) return 'eligible'
  const fits = fitsOf(options, person, event)
  if (fits.some(({ ok }) => ok)) return 'eligible'
  return fits.some(mayFit) ? 'unknown' : 'not_eligible'
}

/** Whether every option refuses a person because of the same age limit; null for other reasons. */
export function ageReason(options: readonly Limits[], person: FitPerson, event: Event): 'too_young' | 'too_old' | null {
  const reasons = new Set(fitsOf(options, person, event).map((fit) => (fit.ok ? null : fit.why)))
  const [reason = null] = reasons
  return reasons.size === 1 && (reason === 'too_young' || reason === 'too_old') ? reason : null
}

function fitsOf(options: readonly Limits[], person: FitPerson, event: Event) {
  const firstDay = dayInZone(event.starts_at, event.timezone)
  return options
    .filter(({ sale_status }) => !saleStates.notOffered.has(sale_status))
    .map((option) => fitOf(option, person, firstDay))
}
