import { describe, expect, it } from 'vitest'
import {
  type BillingStatus,
  billingStatuses,
  mayTransition,
  transitions,
} from '../../contract/states/billing-states.ts'
import { checkBillingDates } from './billing-dates.ts'

describe('the contract of an organisation', () => {
  it.each(billingStatuses)('every contract status is reachable from %s', (first) => {
    const reached = new Set<BillingStatus>([first])
    for (const status of reached) for (const next of transitions[status]) reached.add(next)
    expect([...reached].sort()).toEqual([...billingStatuses].sort())
  })

  it('the status stays while money is owed', () => {
    expect(billingStatuses.every((status) => mayTransition(status, status))).toBe(true)
    expect(mayTransition('unpaid', 'trialing')).toBe(false)
    expect(mayTransition('cancelled', 'past_due')).toBe(false)
  })

  const none = { trial_start: null, trial_end: null, current_period_start: null, current_period_end: null }
  it.each([
    [{ ...none, status: 'active' }, null],
    [
      { ...none, status: 'trialing' },
      { type: 'required', param: 'trial_end' },
    ],
    [{ ...none, status: 'trialing', trial_end: 9 }, null],
    [
      { ...none, status: 'trialing', trial_start: 9, trial_end: 9 },
      { type: 'end_before_start', param: 'trial_end' },
    ],
    [
      { ...none, status: 'active', current_period_start: 9, current_period_end: 8 },
      { type: 'end_before_start', param: 'current_period_end' },
    ],
    [{ ...none, status: 'active', current_period_start: 9 }, null],
  ] as const)('a contract with %j gets the error %j for its dates', (billing, mistake) =>
    expect(checkBillingDates(billing)).toEqual(mistake),
  )
})
