import { hourMs } from '../../contract/limits.ts'
import type { Ctx } from '../../platform/context.ts'
import { deletedFiles, deleteRows, markUnused } from './file-rows.ts'
import { storageName } from './show-file.ts'
import { letOthersRun } from '../../platform/run-budget.ts'

/** How long a file may be used nowhere: a form that is left open is still sent a day later. */
export const unusedMs = 24 * hourMs
/** How often one run of the clock takes as many files as a statement has room for. */
const partsPerRun = 10

/** The clock deletes what is used nowhere for a day, and what was erased: first the bytes, then the row, so that a run that dies between them is finished by the next. */
export async function sweepFiles(ctx: Ctx): Promise<void> {
  for (let part = 0; part < partsPerRun; part += 1) {
    if (!(await sweepPart(ctx))) return
    await letOthersRun()
  }
}

/** False where nothing was left to do. */
async function sweepPart(ctx: Ctx): Promise<boolean> {
  const [, rows] = await ctx.db.batch([markUnused(ctx, ctx.now - unusedMs), deletedFiles(ctx)])
  if (rows.length === 0) return false
  await ctx.env.FILES.delete(rows.flatMap((row) => [storageName(row, 'full'), storageName(row, 'small')]))
  await ctx.db.batch([
    deleteRows(
      ctx,
      rows.map(({ id }) => id),
    ),
  ])
  return true
}
