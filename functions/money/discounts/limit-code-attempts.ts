import { minuteMs } from '../../contract/limits.ts'
import { ApiError } from '../../contract/api-error.ts'
import type { Ctx, CustomerContext } from '../../platform/context.ts'
import type { Statement } from '../../platform/database/database.ts'
import { attemptsIn, insertAttempt, removeAttempt } from './discount-rows.ts'

/** Maximum number of wrong codes per customer and minute, over all log-ins. Correct codes do not count. */
const maxAttempts = 10
const windowMs = minuteMs

export type CodeAttempt = { scope: string; startsAt: number }

/** Counts an attempt before its code is checked. The batch that loads the cart runs `write`, then `read`. */
export function countAttempt(ctx: CustomerContext) {
  const attempt: CodeAttempt = {
    scope: `coupon:${ctx.actor.customer_id}`,
    startsAt: Math.floor(ctx.now / windowMs) * windowMs,
  }
  return { attempt, write: insertAttempt(ctx.db, attempt), read: attemptsIn(ctx.db, attempt) }
}

/** Throws `too_many_requests` above the limit. The last argument is the result of `read`. */
export function checkCodeAttempts(ctx: Ctx, { startsAt }: CodeAttempt, [counted]: { n: number }[]): void {
  if ((counted?.n ?? 1) > maxAttempts)
    throw new ApiError('too_many_requests', { retryAfterSeconds: Math.ceil((startsAt + windowMs - ctx.now) / 1000) })
}

/** Removes the attempt from the count, in the batch that applies the code. */
export function uncountAttempt(ctx: Ctx, attempt: CodeAttempt): Statement {
  return removeAttempt(ctx.db, attempt)
}
