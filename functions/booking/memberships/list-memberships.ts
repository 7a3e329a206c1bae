import type { Membership, MembershipListQuery } from '../../contract/booking/membership.ts'
import { type List, list } from '../../contract/paging.ts'
import type { CustomerContext } from '../../platform/context.ts'
import { membershipPage } from './membership-rows.ts'
import { showMembership } from './show-membership.ts'

/** The caller's memberships with a program, newest first by default. */
export async function listMemberships(
  ctx: CustomerContext,
  input: MembershipListQuery & { program_id: string },
): Promise<List<Membership>> {
  const [rows, [counted]] = await ctx.db.batch(membershipPage(ctx.db, { ...input, customer_id: ctx.actor.customer_id }))
  return list(
    rows.map((row) => showMembership(ctx, row)),
    counted?.total ?? 0,
    input,
  )
}
