import type { Ctx } from '../context.ts'
import { commit } from '../database/commit.ts'
import { recordEvent } from '../database/outbox.ts'
import { isDaytime } from './feedback-occasions.ts'
import { markDigested, programsToDigest } from './feedback-rows.ts'

/** At most one mail a day, with an hour to spare for the clock. */
const betweenMs = 23 * 3_600_000

/** The clock's part: what families said since the last mail is told to their organisation, by day, at most once a day. */
export async function sendFeedbackDigests(ctx: Ctx): Promise<void> {
  for (const { id, timezone, last } of await programsToDigest(ctx)) {
    if (!isDaytime(ctx.now, timezone) || (last !== null && last > ctx.now - betweenMs)) continue
    await commit(ctx, [
      markDigested(ctx, id),
      recordEvent(ctx, {
        kind: 'feedback.received',
        ref: id,
        key: `${id}:${Math.floor(ctx.now / betweenMs)}`,
        body: { digested_at: ctx.now },
      }),
    ])
  }
}
