import type { Ctx } from '../../context.ts'
import type { Statement } from '../../database/database.ts'
import { type HistoryObject, historyRow } from '../../database/history.ts'

/** History rows of the way something goes from where it stands. */
export function stepsOf(ctx: Ctx, from: { object: HistoryObject; id: string; status: string | null; step: number; /** of the call */ reason?: string }, way: readonly string[]): Statement[] {
  const actor = { type: 'organiser' as const, id: ctx.organiser?.client_id ?? null }
  return way.map((to, at) => historyRow(ctx, { object: from.object, object_id: from.id, step: from.step + at, from: at === 0 ? from.status : (way[at - 1] ?? null), to, actor, reason: from.reason ?? 'program_file', at: ctx.now }))
}
