import type { Ctx } from '../../platform/context.ts'
import type { Statement } from '../../platform/database/database.ts'
import { insertMembershipCredits } from '../session-credits/membership-credits.ts'
import { allocationOn, dayStart, type Period } from '../../offering/pricing/billing-period.ts'
import type { MembershipChange, MembershipRow } from './membership-rows.ts'

/**
 * The credits that a day of a period brings to a membership, once for each time they are for: the statements, and the day of the next. A
 * membership without limit has one entry that counts nothing and is good as long as the membership is usable.
 */
export function giveCredits(
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
