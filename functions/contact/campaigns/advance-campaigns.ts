import { system } from '../../platform/actor.ts'
import type { Ctx } from '../../platform/context.ts'
import { commit } from '../../platform/database/commit.ts'
import type { Statement } from '../../platform/database/database.ts'
import { reasonOf } from '../../platform/log-line.ts'
import { dueCampaigns, queuedCampaigns, settleGivenUp } from './campaign-rows.ts'
import { eventOf } from './campaign-rules.ts'
import { transitionCampaign, queueCampaign } from './send-campaign.ts'
import { withinBudget } from '../../platform/run-budget.ts'

/** Scheduled task: sends due campaigns, and marks those without waiting mails as sent. */
export async function advanceCampaigns(ctx: Ctx): Promise<void> {
  for await (const campaign of withinBudget(ctx, await dueCampaigns(ctx)))
    await attempt(ctx, queueCampaign(ctx, campaign, system))
  for await (const { campaign, is_waiting } of withinBudget(ctx, await queuedCampaigns(ctx))) {
    const kind = `mail.${eventOf(campaign).mail}` as const
    const writes = is_waiting
      ? [settleGivenUp(ctx, campaign.id, kind)]
      : transitionCampaign(ctx, campaign, { to: 'sent', actor: system, set: { sent_at: ctx.now } })
    await attempt(ctx, writes)
  }
}

// A conflict means that a concurrent run or a cancellation was faster.
async function attempt(ctx: Ctx, writes: Statement[]): Promise<void> {
  try {
    await commit(ctx, writes)
  } catch (error) {
    ctx.log('campaign_not_moved', { reason: reasonOf(error) })
  }
}
