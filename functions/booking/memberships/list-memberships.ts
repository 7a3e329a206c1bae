import type { Membership, MembershipListQuery } from '../../contract/booking/membership.ts'
import { type List, list } from '../../contract/paging.ts'
import type { Ctx, CustomerContext } from '../../platform/context.ts'
import { membershipPage } from './membership-rows.ts'
import { showMembership } from './show-membership.ts'

type InProgram = MembershipListQuery & { program_id: string }

/** The caller's memberships with a program. */
export const listMemberships = (ctx: CustomerContext, input: InProgram): Promise<List<Membership>> =>
  pageOf(ctx, { ...input, customer_id: ctx.actor.customer_id })

/** The memberships of a program's customers, as its organisation sees them. */
export const listProgramMemberships = (ctx: Ctx, input: InProgram): Promise<List<Membership>> => pageOf(ctx, input)

async function pageOf(ctx: Ctx, input: InProgram & { customer_id?: string }): Promise<List<Membership>> {
  const [rows, [counted]] = await ctx.db.batch(membershipPage(ctx.db, input))
  return list(
    rows.map((row) => showMembership(ctx, row)),
    counted?.total ?? 0,
    input,
  )
}
