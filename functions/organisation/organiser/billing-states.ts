import type { BillingStatus } from '../../contract/organisation/program-billing.ts'

/** Where the contract of an organisation may go from each of its states. None is final: one that ended can begin again. */
export const billingMoves = {
  trialing: ['active', 'past_due', 'unpaid', 'cancelled'],
  active: ['trialing', 'past_due', 'unpaid', 'cancelled'],
  past_due: ['active', 'unpaid', 'cancelled'],
  unpaid: ['active', 'past_due', 'cancelled'],
  cancelled: ['trialing', 'active'],
} as const satisfies Record<BillingStatus, readonly BillingStatus[]>

export const mayMoveBilling = (from: BillingStatus, to: BillingStatus): boolean =>
  from === to || billingMoves[from].some((next) => next === to)

/** What is wrong with its dates: the field and why; null when nothing is. */
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
