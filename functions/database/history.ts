import type { Ctx } from '../context.ts'
import { ownRow } from './own-rows.ts'
import { statusHistory } from './tables.ts'
import type { Statement } from './database.ts'

export type HistoryObject = 'order' | 'registration' | 'payment' | 'refund' | 'refund_request' | 'event' | 'appointment_type'
export type Actor = { type: 'customer' | 'organiser' | 'system' | 'provider'; id: string | null }
export type Step = { object: HistoryObject; object_id: string; /** number of the step that was read */ step: number; from: string | null; to: string; actor: Actor; reason?: string | null; at: number }

/** The history row of one change. Its key (object, id, step + 1) lets one of two rivals win (decisions.md §0.2). */
export function historyRow(ctx: Pick<Ctx, 'db' | 'writer'>, step: Step): Statement {
  const key = { object: step.object, object_id: step.object_id, step: step.step + 1 }
  const row = ctx.db.insert(statusHistory).values({
    ...key, from_status: step.from, to_status: step.to, actor_type: step.actor.type, actor_id: step.actor.id, reason: step.reason ?? null, at: step.at, writer: ctx.writer,
  })
  return ownRow(row, { table: 'status_history', ...key })
}
