import type { Ctx } from '../../platform/context.ts'
import { commit } from '../../platform/database/commit.ts'
import { guard } from '../../platform/database/guard.ts'
import { recordEvent } from '../../platform/database/outbox.ts'
import { reasonOf } from '../../platform/log-line.ts'
import { creditsToNotify, markNotified, noticeOf } from './expiry-rows.ts'
import { withinBudget } from '../../platform/run-budget.ts'

const maxInRun = 100

/**
 * Scheduled task: notifies the owners of visits that expire in 14 and in 3 days, once each. A notification that was due
 * before the purchase is skipped.
 */
export async function remindOfExpiringCredits(ctx: Ctx): Promise<void> {
  for await (const credits of withinBudget(ctx, await creditsToNotify(ctx.db, ctx.now, maxInRun))) {
    const mails = noticeOf(credits.expires_at ?? 0, ctx.now)
    const event = recordEvent(ctx, {
      kind: 'session_credit.expiring',
      ref: credits.id,
      // A changed expiry date is notified again.
      key: `${credits.id}:${credits.expires_at}:${mails}`,
      body: {},
    })
    try {
      await commit(ctx, [markNotified(ctx.db, credits, mails), guard(ctx.db, 'state'), event])
    } catch (error) {
      ctx.log('credit_expiry_not_told', { reason: reasonOf(error) })
    }
  }
}
