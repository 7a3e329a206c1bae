import { hourMs } from '../../contract/limits.ts'
import { wallClock } from '../../contract/wall-clock.ts'
import type { Ctx } from '../../platform/context.ts'
import { commit } from '../../platform/database/commit.ts'
import { recordEvent } from '../../platform/database/outbox.ts'
import { isDaytime } from './feedback-occasions.ts'
import { markDigested, programsToDigest } from './feedback-rows.ts'
import { withinBudget } from '../../platform/run-budget.ts'

/** At most one mail a day. The time is an hour shorter than a day, because the scheduler is not exact. */
const betweenMs = 23 * hourMs

/**
 * Scheduled task: mails new feedback to its organisation, by day, at most once a day. Feedback that arrives later is in
 * the next mail.
 */
export async function sendFeedbackDigests(ctx: Ctx): Promise<void> {
  for await (const { id, timezone, last } of withinBudget(ctx, await programsToDigest(ctx))) {
    if (!isDaytime(ctx.now, timezone) || (last !== null && last > ctx.now - betweenMs)) continue
    const { year, month, day } = wallClock(ctx.now, timezone)
    const kind = 'feedback.received'
    const key = `${id}:${year}-${month}-${day}`
    await commit(ctx, [
      recordEvent(ctx, { kind, ref: id, key, body: { digested_at: ctx.now } }),
      markDigested(ctx, id, `${kind}:${key}`),
    ])
  }
}
