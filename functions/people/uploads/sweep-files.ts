import { hourMs } from '../../contract/limits.ts'
import type { Ctx } from '../../platform/context.ts'
import { deletedFiles, deleteMarkedRows, markUnused } from './file-rows.ts'
import { storageName } from './show-file.ts'
import { yieldToEventLoop } from '../../platform/run-budget.ts'

/** How long a file may be unused: a form left open can still be submitted a day later. */
export const unusedMs = 24 * hourMs
/** Maximum batches per run; a batch is as many files as fit into a statement. */
const partsPerRun = 10

/**
 * Scheduled task: deletes files unused for a day, and erased ones. The bytes are deleted before the row, so that the
 * next run finishes what a crash interrupted.
 */
export async function sweepFiles(ctx: Ctx): Promise<void> {
  for (let part = 0; part < partsPerRun; part += 1) {
    if (!(await sweepPart(ctx))) return
    await yieldToEventLoop()
  }
}

/** Deletes one batch of files. Returns false when nothing was left to delete. */
async function sweepPart(ctx: Ctx): Promise<boolean> {
  const [, rows] = await ctx.db.batch([markUnused(ctx, ctx.now - unusedMs), deletedFiles(ctx)])
  if (rows.length === 0) return false
  await ctx.env.FILES.delete(rows.flatMap((row) => [storageName(row, 'full'), storageName(row, 'small')]))
  await ctx.db.batch([
    deleteMarkedRows(
      ctx,
      rows.map(({ id }) => id),
    ),
  ])
  return true
}
