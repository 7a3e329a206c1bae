import type { Ctx } from '../../platform/context.ts'
import type { Statement } from '../../platform/database/database.ts'
import { type BookingSource, expireRows, lapsedOfSources } from './registration-rows.ts'

/**
 * First statements of every batch that takes a place: releases lapsed holds that block these bookings and have no live
 * payment, so that customers need not wait for the scheduled run. An order that takes its own places again is excluded.
 */
export function releaseLapsed(
  ctx: Ctx,
  sources: readonly BookingSource[],
  exceptOrderId: string | null = null,
): Statement[] {
  if (sources.length === 0) return []
  return expireRows(ctx.db, lapsedOfSources(sources, ctx.now, exceptOrderId), ctx.now)
}
