import { describe, expect, it } from 'vitest'
import { membershipPlan } from './membership-plan.ts'

const terms = {
  billing_period: 'month',
  expiry_amount: null,
  expiry_period: null,
  anchor_day: null,
  trial_days: null,
  num_periods: null,
  start_on: '2027-01-31',
  cost: 3000,
} as const

describe('the payment plan of a membership', () => {
  it('the first payment is due on the first day and the next a period later', () => {
    expect(membershipPlan(terms)).toMatchObject({ first_on: '2027-01-31', first_cost: 3000, next_on: '2027-02-28' })
  })

  it('the first payment after a trial is due at its end', () => {
    expect(membershipPlan({ ...terms, trial_days: 14 })).toMatchObject({
      trial_end_on: '2027-02-14',
      first_on: '2027-02-14',
      next_on: '2027-03-14',
    })
  })

  it('the first payment is a share of the month until the fixed billing day', () => {
    const plan = membershipPlan({ ...terms, start_on: '2027-04-16', anchor_day: 1 })
    expect(plan).toMatchObject({ first_cost: 1500, cost: 3000, next_on: '2027-05-01' })
  })

  it.each([
    ['paid once', { billing_period: 'once' as const }],
    ['of a single period', { num_periods: 1 }],
  ])('there is no second payment for a membership that is %s', (_, more) => {
    expect(membershipPlan({ ...terms, ...more })).toMatchObject({ next_on: null, renews: false })
  })
})
