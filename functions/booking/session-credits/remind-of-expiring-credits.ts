import type { Ctx } from '../../platform/context.ts'
import { commit } from '../../platform/database/commit.ts'
import { guard } from '../../platform/database/guard.ts'
import { recordEvent } from '../../platform/database/outbox.ts'
import { reasonOf } from '../../platform/log-line.ts'
import { creditsToTell, markTold, noticeOf } from './expiry-rows.ts'
import { withinBudget } from '../../platform/run-budget.ts'

const mostAtATime = 100

/** The clock's part: tells the owners of visits that end in 14 and in 3 days, each once. Of what was bought later, what is still ahead. */
export async function remindOfExpiringCredits(ctx: Ctx): Promise<void> {
  for await (const credits of withinBudget(ctx, await creditsToTell(ctx.db, ctx.now, mostAtATime))) {
    const mails = noticeOf(credits.expires_at ?? 0, ctx.now)
    const event = recordEvent(ctx, {
      kind: 'session_credit.expiring',
      ref: credits.id,
      // Credits whose end was moved are told of again.
      key: `${credits.id}:${credits.expires_at}:${mails}`,
      body: {},
    })
    try {
      await commit(ctx, [markTold(ctx.db, credits, mails), guard(ctx.db, 'state'), event])
    } catch (error) {
      ctx.log('credit_expiry_not_told', { reason: reasonOf(error) })
    }
  }
}
