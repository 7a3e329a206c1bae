import * as membershipStates from '../../contract/states/membership-states.ts'
import { isLastPeriod } from '../../offering/pricing/membership-days.ts'
import { nextCharge, nextStepAt } from './membership-rules.ts'
import type { MembershipRow } from './membership-rows.ts'

/**
 * The next charge before fee and tax, or the charge that choosing a card would cause; null when there is none. The
 * credit for a running pause is not known yet.
 */
export function nextPaymentCost(row: MembershipRow, currency: string, now: number): number | null {
  const isOver = row.cancel_at_period_end || membershipStates.ended.has(row.status) || row.status === 'incomplete'
  if (isOver || row.pause_on !== null || (row.num_paid > 0 && isLastPeriod(row))) return null
  return nextCharge(row, currency, now)
}

/** When a card is charged automatically, in ms; null when it is not. */
export function nextPaymentAt(row: MembershipRow, now: number): number | null {
  const isCharged = row.status === 'scheduled' ? row.trial_end_on === null : membershipStates.charged.has(row.status)
  if (
    !isCharged ||
    row.cancel_at_period_end ||
    (row.status === 'active' && (isLastPeriod(row) || row.period_end_on === null))
  )
    return null
  return nextStepAt({ ...row, pause_on: null, next_grant_on: null }, now)
}
