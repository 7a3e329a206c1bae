import type { Ctx } from '../context.ts'
import type { Statement } from '../database/database.ts'
import { chunk } from '../database/chunk.ts'
import { calendarsToRenew, ordersToTellOfChange } from './event-changed-rows.ts'

/** When and where an event was to be, as its customers were last told. */
export type WhenAndWhere = {
  timezone: string
  dates: { starts_at: number; ends_at: number }[]
  is_online: boolean
  where: string | null
}

/** Changes of so many minutes are told in one mail at their end, so that a slip that is mended at once troubles nobody. */
const togetherMs = 10 * 60_000

/** Statements for the batch that moves events: everybody who has a place of one gets one mail with the new times and place, and his calendar takes them (decisions.md §14 `event_changed`). */
export function tellEventsChanged(ctx: Ctx, moved: { id: string; before: WhenAndWhere }[]): Statement[] {
  if (moved.length > 0) ctx.request.wroteOutbox = true
  const dueAt = (Math.floor(ctx.now / togetherMs) + 1) * togetherMs
  return chunk(moved).flatMap((part) => [
    ordersToTellOfChange(ctx.db, part, dueAt),
    calendarsToRenew(ctx.db, part, ctx.now),
  ])
}
