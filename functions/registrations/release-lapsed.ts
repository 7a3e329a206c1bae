import type { Ctx } from '../context.ts'
import type { Statement } from '../database/database.ts'
import { expireRows, lapsedOfOptions } from './registration-rows.ts'

/**
 * First statements of every batch that takes a place: releases the lapsed holds of these options that have no live payment,
 * so that nobody waits for the clock. An order that takes its own places again is left out.
 */
export function releaseLapsed(
  ctx: Ctx,
  optionIds: readonly string[],
  exceptOrderId: string | null = null,
): Statement[] {
  return expireRows(ctx.db, lapsedOfOptions(optionIds, ctx.now, exceptOrderId), ctx.now)
}
