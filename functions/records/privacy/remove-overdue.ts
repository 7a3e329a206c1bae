import type { Ctx } from '../../platform/context.ts'
import { letOthersRun } from '../../platform/run-budget.ts'
import { deleteOverdue } from './retention-rows.ts'
import { type Retention, retentionTable } from './retention-table.ts'

/** A piece deletes so many rows at most; what has more waits for the next round of the same minute. */
export const rowsOfPiece = 500
/** So many rounds in a minute, and none begins after so long: what is left over is the next minute's. */
const maxRounds = 20
const maxMs = 5_000

/** The clock removes what is kept no longer, piece by piece, until nothing is overdue or the minute has done enough. */
export async function removeOverdue(ctx: Ctx): Promise<void> {
  const startedAt = performance.now()
  let removed = 0
  let overdue: readonly Retention[] = retentionTable
  for (let round = 0; round < maxRounds && overdue.length > 0; round += 1) {
    // Rows that a trigger changed count too, and then a round is spent for nothing.
    const changes: number[] = await deleteOverdue(ctx.db, overdue, { now: ctx.now, limit: rowsOfPiece })
    removed += changes.reduce((sum, each) => sum + each, 0)
    overdue = overdue.filter((_, index) => (changes[index] ?? 0) >= rowsOfPiece)
    if (performance.now() - startedAt > maxMs || ctx.env.isBudgetSpent?.()) break
    await letOthersRun()
  }
  if (removed > 0) ctx.log('overdue_removed', { rows: removed })
}
