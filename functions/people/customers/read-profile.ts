import { ApiError } from '../../contract/api-error.ts'
import type { CustomerProfile } from '../../contract/people/customer.ts'
import { list, type List, type Page } from '../../contract/paging.ts'
import type { CustomerContext } from '../../platform/context.ts'
import { countProfiles, findCustomer, findProfile, listProfiles } from './customer-rows.ts'
import { activeCustomer, profileOf } from './show-customer.ts'

/** GET profile/programs/{program_id}: the caller's profile in one program they joined. */
export async function readProfile(ctx: CustomerContext, input: { program_id: string }): Promise<CustomerProfile> {
  const { customer_id } = ctx.actor
  const [[customer], [profile]] = await ctx.db.batch([
    findCustomer(ctx, customer_id),
    findProfile(ctx, customer_id, input.program_id),
  ])
  activeCustomer(customer)
  if (!profile) throw new ApiError('not_found')
  return profileOf(ctx, profile)
}

/** GET profile/programs: the programs the caller has joined. */
export async function listProfilesOfCustomer(ctx: CustomerContext, page: Page): Promise<List<CustomerProfile>> {
  const { customer_id } = ctx.actor
  const [[customer], rows, totals] = await ctx.db.batch([
    findCustomer(ctx, customer_id),
    listProfiles(ctx, ctx.actor, page),
    countProfiles(ctx, ctx.actor),
  ])
  activeCustomer(customer)
  return list(
    rows.map((row) => profileOf(ctx, row)),
    totals[0]?.total ?? 0,
    page,
  )
}
