import type { Ctx } from '../../platform/context.ts'
import type { Statement } from '../../platform/database/database.ts'
import { type BookingSource, expireRows, lapsedOfSources } from './registration-rows.ts'

/**
 * First statements of every batch that takes a place: they release lapsed holds that block these bookings and have no
 * payment in progress, so that customers need not wait for the scheduler. An order that holds its own places again is
 * excluded.
 */
export function releaseLapsed(
  ctx: Ctx,
  sources: readonly BookingSource[],
  exceptOrderId: string | null = null,
): Statement[] {
  if (sources.length === 0) return []
  return expireRows(ctx.db, lapsedOfSources(sources, ctx.now, exceptOrderId), ctx.now)
}
