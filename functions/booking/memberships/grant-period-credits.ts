import type { Ctx } from '../../platform/context.ts'
import type { Statement } from '../../platform/database/database.ts'
import { insertMembershipCredits } from '../session-credits/membership-credits.ts'
import { allocationOn, dayStart, type Period } from '../../offering/pricing/billing-period.ts'
import type { MembershipChange, MembershipRow } from './membership-rows.ts'

/**
 * Grants a membership the credits that are due on a day of a period, once per grant. Returns the statements and the
 * date of the next grant. A membership without limit has one uncounted entry that is valid as long as the membership is
 * usable.
 */
export function grantPeriodCredits(
  ctx: Ctx,
  row: MembershipRow,
  { day, period, isFirst }: { day: string; period: Period; isFirst: boolean },
): { writes: Statement[]; set: MembershipChange } {
  const { terms } = row
  const none = { writes: [], set: { next_grant_on: null } }
  if (terms.is_unlimited)
    return isFirst
      ? { ...none, writes: insertMembershipCredits(ctx, row, { key: 'unlimited', amount: null, expires_at: null }) }
      : none
  if (terms.allocated_amount === null) return none
  const { key, until, next_on } = allocationOn(terms, day, period)
  if (key === 'once' && !isFirst) return none
  const expires_at = until === null ? null : dayStart(until, row.timezone)
  return {
    writes: insertMembershipCredits(ctx, row, { key, amount: terms.allocated_amount, expires_at }),
    set: { next_grant_on: next_on },
  }
}
