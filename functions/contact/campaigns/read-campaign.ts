import { ApiError } from '../../contract/api-error.ts'
import { type Campaign, type CampaignListQuery, campaignOutcomes } from '../../contract/contact/campaign.ts'
import { instant } from '../../contract/instant.ts'
import { type List, list } from '../../contract/paging.ts'
import type { Ctx } from '../../platform/context.ts'
import { countCampaigns, countOutcomes, findCampaign, type NamedCampaign, pageOfCampaigns } from './campaign-rows.ts'

import { mayReach } from './campaign-selectors.ts'

export type InCampaign = { program_id: string; campaign_id: string }
type Outcomes = Awaited<ReturnType<typeof countOutcomes>>

/** The campaign. Throws `not_found` for another program's. */
export async function requireCampaign(ctx: Ctx, input: InCampaign): Promise<NamedCampaign> {
  const [row] = await findCampaign(ctx, input)
  if (!row || !mayReach(ctx, row.campaign.selectors)) throw new ApiError('not_found')
  return row
}

/** A campaign with how many of its recipients have each outcome. Throws `not_found` for another program's. */
export async function readCampaign(ctx: Ctx, input: InCampaign): Promise<Campaign> {
  const [[row], outcomes] = await ctx.db.batch([findCampaign(ctx, input), countOutcomes(ctx, [input.campaign_id])])
  if (!row || !mayReach(ctx, row.campaign.selectors)) throw new ApiError('not_found')
  return campaignOf(row, outcomes)
}

export async function listCampaigns(
  ctx: Ctx,
  { program_id, ...page }: CampaignListQuery & { program_id: string },
): Promise<List<Campaign>> {
  const [rows, totals] = await ctx.db.batch([pageOfCampaigns(ctx, program_id, page), countCampaigns(ctx, program_id)])
  const outcomes =
    rows.length > 0
      ? await countOutcomes(
          ctx,
          rows.map(({ campaign }) => campaign.id),
        )
      : []
  return list(
    rows.map((row) => campaignOf(row, outcomes)),
    totals[0]?.total ?? 0,
    page,
  )
}

function campaignOf({ campaign, event_key }: NamedCampaign, outcomes: Outcomes): Campaign {
  const own = outcomes.filter(({ campaign_id }) => campaign_id === campaign.id)
  const total = (outcome: string | null) => own.find((each) => each.outcome === outcome)?.total ?? 0
  const settled = Object.fromEntries(campaignOutcomes.map((outcome) => [outcome, total(outcome)]))
  const { program_id, kind, audience, subject, body, status } = campaign
  return {
    id: campaign.id,
    object: 'campaign',
    program_id,
    kind: campaign.is_promotion ? 'promotion' : kind,
    audience: campaign.selectors ? 'group' : audience,
    event_key,
    to: campaign.selectors?.map(({ text }) => text) ?? null,
    subject,
    body,
    status,
    send_at: instant(campaign.send_at),
    queued_at: instant(campaign.queued_at),
    sent_at: instant(campaign.sent_at),
    cancelled_at: instant(campaign.cancelled_at),
    recipients: { waiting: total(null), ...settled } as Campaign['recipients'],
    created: instant(campaign.created),
    updated: instant(campaign.updated),
  }
}
