import type { BillingStatus } from '../../contract/states/billing-states.ts'

/** The mistake in the dates of a contract, with its field; null if there is none. */
export function checkBillingDates(billing: {
  status: BillingStatus
  trial_start: number | null
  trial_end: number | null
  current_period_start: number | null
  current_period_end: number | null
}): { type: 'required' | 'end_before_start'; param: string } | null {
  if (billing.status === 'trialing' && billing.trial_end === null) return { type: 'required', param: 'trial_end' }
  for (const name of ['trial', 'current_period'] as const) {
    const [start, end] = [billing[`${name}_start`], billing[`${name}_end`]]
    if (start !== null && end !== null && end <= start) return { type: 'end_before_start', param: `${name}_end` }
  }
  return null
}
