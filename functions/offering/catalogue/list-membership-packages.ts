import type { MembershipPackage, MembershipPackageListQuery } from '../../contract/offering/package.ts'
import { type List, list } from '../../contract/paging.ts'
import type { Ctx } from '../../platform/context.ts'
import { membershipPackagePage } from './package-rows.ts'
import { sellerOf } from './program-rows.ts'
import { sellerWith, showMembershipPackage, tagsOfOpened } from './show-package.ts'

/** The memberships of a program that are on sale, cheapest first; or those with given ids. */
export async function listMembershipPackages(
  ctx: Ctx,
  input: MembershipPackageListQuery & { program_id: string },
): Promise<List<MembershipPackage>> {
  const [[programRow], rows, [counted]] = await ctx.db.batch([
    sellerOf(ctx.db, input.program_id),
    ...membershipPackagePage(ctx.db, { ...input, now: ctx.now }),
  ])

  const seller = sellerWith('memberships', programRow)
  ctx.request.addCacheTags(`program:${input.program_id}`, ...rows.flatMap(tagsOfOpened))
  return list(
    rows.map((row) => showMembershipPackage(row, seller, ctx)),
    counted?.total ?? 0,
    { ...input, skip: counted?.skip ?? input.skip },
  )
}
