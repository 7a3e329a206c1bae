import type { Ctx } from '../context.ts'
import { markBegun } from './event-count-rows.ts'

/**
 * The clock's part: events that have begun are counted as such. Until then lists count them right as well, by looking at
 * each that is not marked yet; what is marked costs them nothing.
 */
export async function markBegunEvents(ctx: Ctx): Promise<number> {
  return (await markBegun(ctx.db, ctx.now)).meta.changes
}
