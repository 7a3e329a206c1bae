import type { Ctx } from '../../platform/context.ts'
import { yieldToEventLoop } from '../../platform/run-budget.ts'
import { deleteOverdue } from './retention-rows.ts'
import { type Retention, retentionTable } from './retention-table.ts'

/** Maximum number of rows deleted per piece. Further rows wait for the next round of the same minute. */
export const rowsOfPiece = 500
/** Maximum number of rounds per minute, and the time after which none begins; the next minute continues. */
const maxRounds = 20
const maxMs = 5_000

/**
 * Scheduled task: deletes rows after their retention time, piece by piece, until none is overdue or the minute is over.
 */
export async function removeOverdue(ctx: Ctx): Promise<void> {
  const startedAt = performance.now()
  let removed = 0
  let overdue: readonly Retention[] = retentionTable
  for (let round = 0; round < maxRounds && overdue.length > 0; round += 1) {
    // The count includes rows that triggers changed, which may cause one empty round.
    const changes: number[] = await deleteOverdue(ctx.db, overdue, { now: ctx.now, limit: rowsOfPiece })
    removed += changes.reduce((sum, each) => sum + each, 0)
    overdue = overdue.filter((_, index) => (changes[index] ?? 0) >= rowsOfPiece)
    if (performance.now() - startedAt > maxMs || ctx.env.isBudgetSpent?.()) break
    await yieldToEventLoop()
  }
  if (removed > 0) ctx.log('overdue_removed', { rows: removed })
}
