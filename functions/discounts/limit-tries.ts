import { ApiError } from '../contract/api-error.ts'
import type { Ctx } from '../context.ts'
import type { Statement } from '../database/database.ts'
import { countTry, uncountTry } from './discount-rows.ts'

/** Wrong codes of one session in one minute (reliability.md M-11); a right one is no guess and does not count. */
const mostTries = 10
const windowMs = 60_000

export type Try = { scope: string; startsAt: number }

/** Counts a try before it is known whether it is right. */
export async function takeTry(ctx: Ctx): Promise<Try> {
  const startsAt = Math.floor(ctx.now / windowMs) * windowMs
  const taken = { scope: `coupon:${ctx.identity?.session_id || ctx.identity?.customer_id || 'nobody'}`, startsAt }
  const tries = await countTry(ctx.db, taken)
  if (tries > mostTries) throw new ApiError('too_many_requests', { retryAfterSeconds: Math.ceil((startsAt + windowMs - ctx.now) / 1000) })
  return taken
}

/** Takes the try back in the batch that applies the code. */
export function giveTryBack(ctx: Ctx, taken: Try): Statement {
  return uncountTry(ctx.db, taken)
}
