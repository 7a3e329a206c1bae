import { ApiError } from '../../contract/api-error.ts'
import { instant } from '../../contract/instant.ts'
import type { MembershipBalance, MembershipBalanceQuery } from '../../contract/booking/membership.ts'
import { type List, list } from '../../contract/paging.ts'
import { localize } from '../../contract/texts.ts'
import type { CustomerContext } from '../../platform/context.ts'
import { packageNames } from '../session-credits/read-session-balance.ts'
import { sumCredits } from '../session-credits/credit-rules.ts'
import { addDays, dayStart } from '../../offering/pricing/billing-period.ts'
import { type BalanceRow, membershipBalancePage, membershipBalances } from './membership-balance-rows.ts'

/** Remaining credits of the caller's memberships with a program: now, or at the end of a day. */
export async function listMembershipBalances(
  ctx: CustomerContext,
  input: MembershipBalanceQuery & { program_id: string },
): Promise<List<MembershipBalance>> {
  const whose = { program_id: input.program_id, customer_id: ctx.actor.customer_id }
  const [rows, [counted]] = await ctx.db.batch(membershipBalancePage(ctx.db, { ...whose, ...input }))
  return list(
    rows.map((row) => showBalance(ctx, row, input.balance_on)),
    counted?.total ?? 0,
    input,
  )
}

/** Remaining credits of one membership. */
export async function getMembershipBalance(
  ctx: CustomerContext,
  { program_id, membership_id }: { program_id: string; membership_id: string },
): Promise<MembershipBalance> {
  const [row] = await membershipBalances(ctx.db, { program_id, customer_id: ctx.actor.customer_id, membership_id })
  if (!row) throw new ApiError('not_found', { param: 'membership_id' })
  return showBalance(ctx, row, undefined)
}

function showBalance(ctx: CustomerContext, row: BalanceRow, balance_on: string | undefined): MembershipBalance {
  const { membership, name, translations } = row
  const at = balance_on === undefined ? ctx.now : dayStart(addDays(balance_on, 1), membership.timezone) - 1
  const credits = row.credits
    .filter(({ created }) => created <= at)
    .map((each) => ({
      ...each,
      is_unlimited: each.is_unlimited === 1,
      // At that time the credit was used, returned or expired.
      available: each.entries.reduce((sum, entry) => (entry.created <= at ? sum + entry.amount : sum), 0),
    }))
  const { next_expiry_at, ...sums } = sumCredits(credits, at)
  const named = packageNames({ package_name: name, translations })
  const { package_name, text_languages } = localize(named, ctx.contentLanguage)
  return {
    id: membership.id,
    object: 'membership_balance',
    program_id: membership.program_id,
    membership_id: membership.id,
    package_id: membership.package_id,
    package_name,
    text_languages,
    attendee_profile_id: membership.attendee_profile_id,
    status: membership.status,
    ...sums,
    next_expiry_date: next_expiry_at === null ? null : instant(next_expiry_at),
    balance_on: instant(at),
  }
}
