import { system } from '../../../platform/actor.ts'
import type { Ctx } from '../../../platform/context.ts'
import type { Statement } from '../../../platform/database/database.ts'
import { type HistoryObject, historyRows, type Step } from '../../../platform/database/history.ts'

type From = {
  object: HistoryObject
  id: string
  status: string | null
  step: number /** The step at the time of the call. */
  reason?: string
}

/** The transitions along a path from the current status. */
export function transitionsAlong(ctx: Ctx, from: From, way: readonly string[]): Step[] {
  const actor = ctx.actor ?? system
  return way.map((to, at) => ({
    object: from.object,
    object_id: from.id,
    step: from.step + at,
    from: at === 0 ? from.status : (way[at - 1] ?? null),
    to,
    actor,
    reason: from.reason ?? 'program_file',
    at: ctx.now,
  }))
}

/** History rows for the transitions along a path from the current status. */
export const stepsOf = (ctx: Ctx, from: From, way: readonly string[]): Statement[] =>
  historyRows(ctx, transitionsAlong(ctx, from, way))
