import type { Ctx } from '../../platform/context.ts'
import type { Statement } from '../../platform/database/database.ts'
import { type BookingSource, expireRows, lapsedOfSources } from './registration-rows.ts'

/**
 * First statements of every batch that takes a place: releases the lapsed holds in the way of these bookings that have no
 * live payment, so that no one waits for the clock. An order that takes its own places again is left out.
 */
export function releaseLapsed(
  ctx: Ctx,
  sources: readonly BookingSource[],
  exceptOrderId: string | null = null,
): Statement[] {
  if (sources.length === 0) return []
  return expireRows(ctx.db, lapsedOfSources(sources, ctx.now, exceptOrderId), ctx.now)
}
