import { ApiError } from '../contract/api-error.ts'
import type { Ctx, CustomerContext } from '../context.ts'
import type { Statement } from '../database/database.ts'
import { countTry, triesIn, uncountTry } from './discount-rows.ts'

/** Wrong codes of one session in one minute; a right one is no guess and does not count. */
const mostTries = 10
const windowMs = 60_000

export type Try = { scope: string; startsAt: number }

/** Counts a try before it is known whether it is right: `write` and, after it, `read` stand in the batch that loads what the code is for. */
export function takeTry(ctx: CustomerContext) {
  const taken: Try = {
    scope: `coupon:${ctx.actor.session_id || ctx.actor.customer_id}`,
    startsAt: Math.floor(ctx.now / windowMs) * windowMs,
  }
  return { taken, write: countTry(ctx.db, taken), read: triesIn(ctx.db, taken) }
}

/** Refuses a try that was one too many, by what `read` of it said. */
export function checkTries(ctx: Ctx, { startsAt }: Try, [counted]: { n: number }[]): void {
  if ((counted?.n ?? 1) > mostTries)
    throw new ApiError('too_many_requests', { retryAfterSeconds: Math.ceil((startsAt + windowMs - ctx.now) / 1000) })
}

/** Takes the try back in the batch that applies the code. */
export function giveTryBack(ctx: Ctx, taken: Try): Statement {
  return uncountTry(ctx.db, taken)
}
