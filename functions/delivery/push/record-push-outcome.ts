import { dayMs } from '../../contract/limits.ts'
import { actAs, type Ctx } from '../../platform/context.ts'
import { commit } from '../../platform/database/commit.ts'
import type { PushOutcome } from './push-answer.ts'
import { countFailure, markReached, type PushSubscriptionRow, removeGone, removeStaleSince } from './push-rows.ts'

/** A browser that was unreachable for this long is removed. */
const staleDays = 60

/**
 * Records the outcome of a message for its subscription, with the transitions `active → stale → removed` and back to
 * active.
 */
export async function recordPushOutcome(ctx: Ctx, row: PushSubscriptionRow, outcome: PushOutcome): Promise<void> {
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
  // The message was sent, even if the caller's session has ended since then.
  if (changes.length > 0) await commit(actAs(ctx, null), changes)
}

/** Scheduled task: removes subscriptions that have been stale for 60 days. */
export async function removeStaleSubscriptions(ctx: Ctx): Promise<void> {
  await ctx.db.batch([removeStaleSince(ctx, ctx.now - staleDays * dayMs)])
}
