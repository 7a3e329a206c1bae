import type { MembershipTerms } from '../../contract/booking/membership.ts'
import { addDays, firstCost, firstPeriod } from './billing-period.ts'

type Terms = Pick<
  MembershipTerms,
  | 'billing_period'
  | 'expiry_amount'
  | 'expiry_period'
  | 'anchor_day'
  | 'trial_days'
  | 'num_periods'
  | 'start_on'
  | 'cost'
>
/**
 * The days on which a membership is paid. `next_on` is the day of the second payment; null when there is no second
 * payment.
 */
export type MembershipPlan = {
  start_on: string
  trial_end_on: string | null
  first_on: string
  first_cost: number
  next_on: string | null
  cost: number
  renews: boolean
}

/** The payments of a membership: the first period after its trial, full or partial, then each period at its price. */
export function membershipPlan(terms: Terms): MembershipPlan {
  const { start_on, trial_days, num_periods, billing_period, cost } = terms
  const trial_end_on = trial_days === null ? null : addDays(start_on, trial_days)
  const first_on = trial_end_on ?? start_on
  const first = firstPeriod(terms, first_on)
  const renews = billing_period !== 'once' && num_periods !== 1
  return {
    start_on,
    trial_end_on,
    first_on,
    first_cost: firstCost(terms, cost, first),
    next_on: renews ? first.period.end_on : null,
    cost,
    renews,
  }
}
