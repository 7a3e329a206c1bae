import { dayMs } from '../../contract/limits.ts'
import { actAs, type Ctx } from '../../platform/context.ts'
import { commit } from '../../platform/database/commit.ts'
import type { PushOutcome } from './push-answer.ts'
import { countFailure, markReached, type PushSubscriptionRow, removeGone, removeStaleSince } from './push-rows.ts'

/** A browser that nothing reached for so long is given up. */
const staleDays = 60

/** Notes what became of a message at its subscription, by the moves `active → stale → removed`, and back to active. */
export async function notePushOutcome(ctx: Ctx, row: PushSubscriptionRow, outcome: PushOutcome): Promise<void> {
  const isFailure = outcome.result === 'refused' || (outcome.result === 'later' && outcome.isFailure)
  const changes =
    outcome.result === 'delivered'
      ? [markReached(ctx, row)]
      : outcome.result === 'gone'
        ? [removeGone(ctx, row)]
        : isFailure
          ? [countFailure(ctx, row)]
          : []
  if (outcome.result === 'gone') ctx.log('push_subscription_gone')
  // The message is out, whatever has become of the caller's session.
  if (changes.length > 0) await commit(actAs(ctx, null), changes)
}

/** The clock removes subscriptions that have been stale for 60 days. */
export async function removeStaleSubscriptions(ctx: Ctx): Promise<void> {
  await ctx.db.batch([removeStaleSince(ctx, ctx.now - staleDays * dayMs)])
}
