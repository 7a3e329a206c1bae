import type { Ctx } from '../context.ts'
import { openWaivers } from './waiver-rows.ts'

/** The read of which registrations, of some or of an order, keep their order from being paid until a waiver is accepted, oldest first. */
export function missingWaivers(ctx: Ctx, which: { ids: readonly string[] } | { order_id: string }) {
  return openWaivers(ctx.db, which, ctx.now)
}
