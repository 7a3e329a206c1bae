import { ApiError } from '../../contract/api-error.ts'
import type { SessionPackage } from '../../contract/offering/package.ts'
import type { Ctx } from '../../platform/context.ts'
import { sessionPackageById } from './package-rows.ts'
import { sellerOf } from './program-rows.ts'
import { sellerWith, showSessionPackage, tagsOfOpened } from './show-package.ts'

/** One session package by its id, on sale or not, because its owners may still read it. */
export async function findSessionPackage(
  ctx: Ctx,
  input: { program_id: string; session_package_id: string },
): Promise<SessionPackage> {
  const [[programRow], [row]] = await ctx.db.batch([
    sellerOf(ctx.db, input.program_id),
    sessionPackageById(ctx.db, { ...input, now: ctx.now }),
  ])

  const seller = sellerWith('sessions', programRow)
  if (!row) throw new ApiError('not_found')
  ctx.request.addCacheTags(`program:${input.program_id}`, ...tagsOfOpened(row))
  return showSessionPackage(row, seller, ctx)
}
