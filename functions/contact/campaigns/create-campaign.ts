import { ApiError } from '../../contract/api-error.ts'
import {
  type Campaign,
  type CampaignPreview,
  type CreateCampaignRequest,
  recipientReasons,
} from '../../contract/contact/campaign.ts'
import * as campaignStates from '../../contract/states/campaign-states.ts'
import type { OrganiserContext } from '../../platform/context.ts'
import { commit } from '../../platform/database/commit.ts'
import { recordEvent } from '../../platform/database/outbox.ts'
import { composeMail } from '../../delivery/mail/compose-mail.ts'
import { findBranding } from '../../delivery/mail/find-branding.ts'
import { newsListOf } from '../../delivery/mail/news-list.ts'
import { searchText } from '../../platform/database/search-text.ts'
import { countRecipients, findEventByKey, findProgramOf, insertCampaign } from './campaign-rows.ts'
import { isNews } from './campaign-rules.ts'
import { mayReach, resolveSelectors } from './campaign-selectors.ts'
import { contentOf } from './mail-campaign.ts'
import { type InCampaign, requireCampaign, readCampaign } from './read-campaign.ts'
import { markdownText } from '../../delivery/mail/mail-text.ts'

/** POST campaigns: creates a draft. */
export async function createCampaign(
  ctx: OrganiserContext,
  input: CreateCampaignRequest & { program_id: string },
): Promise<Campaign> {
  const { program_id, kind, audience = 'subscribers', event_key: key, to, subject, body } = input
  const [[program], [event]] = await ctx.db.batch([
    findProgramOf(ctx, program_id),
    findEventByKey(ctx, { program_id, key: key ?? '' }),
  ])
  if (!program) throw new ApiError('not_found')
  if (audience === 'event' && !event) throw new ApiError('not_found', { param: 'event_key' })

  if (to && kind !== 'announcement') throw new ApiError('invalid_option', { param: 'kind' })
  const selectors = to ? await resolveSelectors(ctx, to, program) : null
  if (!mayReach(ctx, selectors)) throw new ApiError('not_allowed')
  const id = ctx.newId('cmp')
  const event_id = audience === 'event' ? (event?.id ?? null) : null
  ctx.request.setCreatedLocation(`/v1/organiser/programs/${program_id}/campaigns/${id}`)
  const times = { created: ctx.now, updated: ctx.now }
  await commit(ctx, [
    insertCampaign(ctx, {
      id,
      program_id,
      kind: kind === 'promotion' ? 'newsletter' : kind,
      is_promotion: kind === 'promotion',
      audience,
      event_id,
      selectors,
      subject,
      body,
      search_text: searchText(`${subject} ${markdownText(body, ctx.language)}`),
      status: 'draft',
      ...times,
    }),
  ])
  return readCampaign(ctx, { program_id, campaign_id: id })
}

/** GET campaigns/{campaign_id}/preview: the mail, and the numbers of people by reason who would get it as of now. */
export async function previewCampaign(ctx: OrganiserContext, input: InCampaign): Promise<CampaignPreview> {
  const { campaign } = await requireCampaign(ctx, input)
  // A campaign that is on its way has its recipients, and is read with what became of each.
  const isOpen = campaignStates.mayTransition(campaign.status, 'queued')
  const [counts, branding] = await Promise.all([
    isOpen ? countRecipients(ctx, campaign) : [],
    findBranding(ctx, campaign.program_id, null),
  ])
  if (!branding) throw new ApiError('not_found')
  const language = branding.language === 'fr' ? 'fr' : 'en'
  const reader = { program_id: campaign.program_id, customer_id: 'preview', language }
  const list = isNews(campaign) ? await newsListOf(ctx, { ...reader, language }) : null
  const to = branding.email ?? 'preview@example.com'
  const mail = composeMail(ctx, { dedupe: 'preview', ...contentOf({ campaign, branding, language, to, list }) })
  const total = (reason: string) => counts.find((each) => each.reason === reason)?.total ?? 0
  const recipients = Object.fromEntries(recipientReasons.map((reason) => [reason, total(reason)]))
  return {
    object: 'campaign_preview',
    subject: mail.subject,
    text: mail.text,
    html: mail.html,
    recipients: recipients as CampaignPreview['recipients'],
  }
}

/** POST campaigns/{campaign_id}/test: sends the mail only to the program's own address. */
export async function testCampaign(ctx: OrganiserContext, input: InCampaign): Promise<Campaign> {
  const { campaign } = await requireCampaign(ctx, input)
  const [program] = await findProgramOf(ctx, campaign.program_id)
  if (!program?.email) throw new ApiError('required', { param: 'email' })

  const key = `${campaign.id}:${ctx.now}`
  await commit(ctx, [recordEvent(ctx, { kind: 'campaign.test_requested', ref: campaign.id, key, body: {} })])
  return readCampaign(ctx, input)
}
