import type { PackageListQuery, SessionPackage } from '../../contract/offering/package.ts'
import { type List, list } from '../../contract/paging.ts'
import type { Ctx } from '../../platform/context.ts'
import { sessionPackagePage } from './package-rows.ts'
import { sellerOf } from './program-rows.ts'
import { sellerWith, showSessionPackage, tagsOfOpened } from './show-package.ts'

/** The session packages of a program that are on sale, cheapest first. */
export async function listSessionPackages(
  ctx: Ctx,
  input: PackageListQuery & { program_id: string },
): Promise<List<SessionPackage>> {
  const [[programRow], rows, [counted]] = await ctx.db.batch([
    sellerOf(ctx.db, input.program_id),
    ...sessionPackagePage(ctx.db, { ...input, now: ctx.now }),
  ])

  const seller = sellerWith('sessions', programRow)
  ctx.request.addCacheTags(`program:${input.program_id}`, ...rows.flatMap(tagsOfOpened))
  return list(
    rows.map((row) => showSessionPackage(row, seller, ctx)),
    counted?.total ?? 0,
    { ...input, skip: counted?.skip ?? input.skip },
  )
}
