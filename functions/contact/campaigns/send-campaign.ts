import type { Actor } from '../../platform/actor.ts'
import { ApiError } from '../../contract/api-error.ts'
import type { Campaign, ScheduleCampaignRequest } from '../../contract/contact/campaign.ts'
import { type CampaignStatus, mayTransition } from '../../contract/states/campaign-states.ts'
import type { Ctx, OrganiserContext } from '../../platform/context.ts'
import { commit } from '../../platform/database/commit.ts'
import type { Statement } from '../../platform/database/database.ts'
import { historyRow } from '../../platform/database/history.ts'
import { type DeliveryKind, recordEvent } from '../../platform/database/outbox.ts'
import { type CampaignRow, insertCampaignDeliveries, insertRecipients, updateCampaignStatus } from './campaign-rows.ts'
import { eventOf } from './campaign-rules.ts'
import { type InCampaign, requireCampaign, readCampaign } from './read-campaign.ts'

/** POST campaigns/{campaign_id}/send: records the recipients, each once, and starts sending at a limited rate. */
export async function sendCampaign(ctx: OrganiserContext, input: InCampaign): Promise<Campaign> {
  const { campaign } = await requireCampaign(ctx, input)
  await commit(ctx, queueCampaign(ctx, campaign, ctx.actor))
  return readCampaign(ctx, input)
}

/** POST campaigns/{campaign_id}/schedule: sends the campaign at a later time. */
export async function scheduleCampaign(
  ctx: OrganiserContext,
  { send_at, ...input }: InCampaign & ScheduleCampaignRequest,
): Promise<Campaign> {
  const { campaign } = await requireCampaign(ctx, input)
  if (Date.parse(send_at) <= ctx.now) throw new ApiError('date_in_past', { param: 'send_at' })
  await commit(
    ctx,
    transitionCampaign(ctx, campaign, { to: 'scheduled', actor: ctx.actor, set: { send_at: Date.parse(send_at) } }),
  )
  return readCampaign(ctx, input)
}

/** POST campaigns/{campaign_id}/cancel: stops further mails. Mails that were already sent stay counted. */
export async function cancelCampaign(ctx: OrganiserContext, input: InCampaign): Promise<Campaign> {
  const { campaign } = await requireCampaign(ctx, input)
  await commit(
    ctx,
    transitionCampaign(ctx, campaign, { to: 'cancelled', actor: ctx.actor, set: { cancelled_at: ctx.now } }),
  )
  return readCampaign(ctx, input)
}

/** Statements that start sending a campaign. */
export const queueCampaign = (ctx: Ctx, campaign: CampaignRow, actor: Actor): Statement[] => [
  ...transitionCampaign(ctx, campaign, { to: 'queued', actor, set: { queued_at: ctx.now } }),
  insertRecipients(ctx, campaign),
  recordEvent(ctx, {
    kind: eventOf(campaign).event,
    ref: campaign.id,
    body: {},
  }),
]

/** Statements for a transition. Throws if the table of transitions does not have it. */
export function transitionCampaign(
  ctx: Ctx,
  campaign: CampaignRow,
  { to, actor, set }: { to: CampaignStatus; actor: Actor; set?: Partial<CampaignRow> },
): Statement[] {
  if (!mayTransition(campaign.status, to)) throw new ApiError('state_conflict', { param: campaign.status })
  const { id: object_id, step, status: from } = campaign
  return [
    updateCampaignStatus(ctx, campaign, to, set),
    historyRow(ctx, { object: 'campaign', object_id, step, from, to, actor, at: ctx.now }),
  ]
}

/** Fans a campaign out into one delivery for each recipient. */
export const deliverToCampaignRecipients = (ctx: Ctx, event: { ref: string }, kind: DeliveryKind): Statement =>
  insertCampaignDeliveries(ctx, { campaign_id: event.ref, kind })
