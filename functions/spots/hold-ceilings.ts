import { relaxedLimitMultiplier } from '../contract/limits.ts'
import type { Ctx } from '../context.ts'
import type { Statement } from '../database/database.ts'
import { guardHeldRows } from './ceiling-rows.ts'

/** Places one customer may hold in one program at a time. */
export const maxHeldPlaces = 12

/** Stands after the write that takes a place: more than the ceiling breaks the batch with `too_many_requests`. */
export function guardHeldPlaces(ctx: Ctx, whose: { customer_id: string; program_id: string }): Statement {
  return guardHeldRows(
    ctx.db,
    { ...whose, now: ctx.now },
    maxHeldPlaces * (ctx.env.RATE_LIMITS === 'wide' ? relaxedLimitMultiplier : 1),
  )
}
