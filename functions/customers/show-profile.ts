import { ApiError } from '../contract/api-error.ts'
import type { CustomerProfile } from '../contract/customer.ts'
import { list, type List, type Page } from '../contract/paging.ts'
import type { CustomerContext } from '../context.ts'
import { countProfiles, findProfile, listProfiles } from './customer-rows.ts'
import { profileOf, requireCustomer } from './show-customer.ts'

/** GET profile/programs/{program_id}: the caller in one program, once they have joined it. */
export async function showProfile(ctx: CustomerContext, input: { program_id: string }): Promise<CustomerProfile> {
  const { customer } = await requireCustomer(ctx)
  const [profile] = await findProfile(ctx, customer.id, input.program_id)
  if (!profile) throw new ApiError('not_found')
  return profileOf(profile, ctx.env.PAYMENT_PROVIDER)
}

/** GET profile/programs: the programs the caller has joined. */
export async function listProfilesOfCustomer(ctx: CustomerContext, page: Page): Promise<List<CustomerProfile>> {
  const { customer } = await requireCustomer(ctx)
  const [rows, totals] = await ctx.db.batch([listProfiles(ctx, customer.id, page), countProfiles(ctx, customer.id)])
  return list(
    rows.map((row) => profileOf(row, ctx.env.PAYMENT_PROVIDER)),
    totals[0]?.total ?? 0,
    page,
  )
}
