import { Hono } from 'hono'
import {
  Campaign,
  CampaignListQuery,
  CampaignPreview,
  CreateCampaignRequest,
  InOrganiserCampaign,
  ScheduleCampaignRequest,
} from '../../contract/contact/campaign.ts'
import { InOrganiserProgram } from '../../contract/organisation/organiser-event.ts'
import { listOf } from '../../contract/paging.ts'
import type { OrganiserWorker } from '../../platform/context.ts'
import { describeRoute } from '../../platform/middleware/describe-route.ts'
import { idempotent } from '../../platform/middleware/idempotency.ts'
import { organiser } from '../../platform/middleware/organiser.ts'
import { validate } from '../../platform/middleware/validate.ts'
import { createCampaign, previewCampaign, testCampaign } from './create-campaign.ts'
import { cancelCampaign, scheduleCampaign, sendCampaign } from './send-campaign.ts'
import { listCampaigns, readCampaign } from './read-campaign.ts'

const tag = 'Organiser'
const caller = 'organiser' as const

/** A coach writes to the customers of their own events: the verbs compare the campaign with `ctx.reach`. */
const toGroups = organiser('messages', { filtersByReach: true })

const describeChange = (summary: string) =>
  describeRoute({ summary, tag, caller, takesKey: true, answers: { 200: Campaign }, errors: ['state_conflict'] })

/** Campaigns, mounted at /v1/organiser/programs/:program_id/campaigns; Basic credentials. */
export const campaignsV1 = new Hono<OrganiserWorker>()
  .get(
    '/',
    describeRoute({ summary: 'Your campaigns', tag, caller, answers: { 200: listOf(Campaign) } }),
    toGroups,
    validate('param', InOrganiserProgram),
    validate('query', CampaignListQuery),
    async (c) => c.json(await listCampaigns(c.var.ctx, { ...c.req.valid('param'), ...c.req.valid('query') }), 200),
  )
  .post(
    '/',
    describeRoute({
      summary: 'Write a campaign; it begins as a draft',
      tag,
      caller,
      takesKey: true,
      answers: { 201: Campaign },
      errors: ['required', 'too_long', 'invalid_option', 'invalid_characters', 'not_found'],
    }),
    toGroups,
    validate('param', InOrganiserProgram),
    validate('json', CreateCampaignRequest),
    idempotent,
    async (c) => c.json(await createCampaign(c.var.ctx, { ...c.req.valid('json'), ...c.req.valid('param') }), 201),
  )
  .get(
    '/:campaign_id',
    describeRoute({ summary: 'A campaign, and what became of its mails', tag, caller, answers: { 200: Campaign } }),
    toGroups,
    validate('param', InOrganiserCampaign),
    async (c) => c.json(await readCampaign(c.var.ctx, c.req.valid('param')), 200),
  )
  .get(
    '/:campaign_id/preview',
    describeRoute({
      summary: 'How a campaign looks, and whom it would reach now',
      tag,
      caller,
      answers: { 200: CampaignPreview },
    }),
    toGroups,
    validate('param', InOrganiserCampaign),
    async (c) => c.json(await previewCampaign(c.var.ctx, c.req.valid('param')), 200),
  )
  .post(
    '/:campaign_id/test',
    describeRoute({
      summary: 'Mail a campaign to your own address',
      tag,
      caller,
      takesKey: true,
      answers: { 200: Campaign },
      errors: ['required'],
    }),
    toGroups,
    validate('param', InOrganiserCampaign),
    idempotent,
    async (c) => c.json(await testCampaign(c.var.ctx, c.req.valid('param')), 200),
  )
  .post(
    '/:campaign_id/schedule',
    describeRoute({
      summary: 'Send a campaign later',
      tag,
      caller,
      takesKey: true,
      answers: { 200: Campaign },
      errors: ['required', 'invalid_date', 'date_in_past', 'state_conflict'],
    }),
    toGroups,
    validate('param', InOrganiserCampaign),
    validate('json', ScheduleCampaignRequest),
    idempotent,
    async (c) => c.json(await scheduleCampaign(c.var.ctx, { ...c.req.valid('json'), ...c.req.valid('param') }), 200),
  )
  .post(
    '/:campaign_id/send',
    describeChange('Send a campaign'),
    toGroups,
    validate('param', InOrganiserCampaign),
    idempotent,
    async (c) => c.json(await sendCampaign(c.var.ctx, c.req.valid('param')), 200),
  )
  .post(
    '/:campaign_id/cancel',
    describeChange('Stop a campaign: none of its mails leaves any more'),
    toGroups,
    validate('param', InOrganiserCampaign),
    idempotent,
    async (c) => c.json(await cancelCampaign(c.var.ctx, c.req.valid('param')), 200),
  )
