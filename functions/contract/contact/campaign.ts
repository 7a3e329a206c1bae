import { markdown } from '../markdown-bounds.ts'
import * as z from 'zod/mini'
import { code, Id, Key, line, ProgramId } from '../field-rules.ts'
import { paging } from '../paging.ts'
import { campaignStatuses } from '../states/campaign-states.ts'

/** Newsletters and promotions are news; an announcement to the attendees of an event is about their booking. */
export const campaignKinds = ['newsletter', 'promotion', 'announcement'] as const
export type CampaignKind = (typeof campaignKinds)[number]
export const campaignAudiences = ['subscribers', 'event'] as const
export type CampaignAudience = (typeof campaignAudiences)[number]
/** Outcomes of a single mail. */
export const campaignOutcomes = [
  'sent',
  'unsubscribed',
  'suppressed',
  'turned_off',
  'no_place',
  'undeliverable',
  'failed',
] as const
export type CampaignOutcome = (typeof campaignOutcomes)[number]
/** Whether a person would get the mail now, and otherwise the reason. */
export const recipientReasons = [
  'sent_to',
  'never_asked',
  'unsubscribed',
  'suppressed',
  'unverified',
  'closed',
] as const
export type RecipientReason = (typeof recipientReasons)[number]

export const campaignSubjectLength = 120
export const campaignBodyLength = 20_000

/** A campaign: one mail to many readers. */
export const Campaign = z.strictObject({
  id: z.string(),
  object: z.literal('campaign'),
  program_id: z.string(),
  kind: z.enum(campaignKinds),
  audience: z.enum(campaignAudiences),
  event_key: z.nullable(z.string()),
  subject: z.string(),
  body: z.string(),
  status: z.enum(campaignStatuses),
  send_at: z.nullable(z.string()),
  queued_at: z.nullable(z.string()),
  sent_at: z.nullable(z.string()),
  cancelled_at: z.nullable(z.string()),
  recipients: z.strictObject({
    waiting: z.int(),
    sent: z.int(),
    unsubscribed: z.int(),
    suppressed: z.int(),
    turned_off: z.int(),
    no_place: z.int(),
    undeliverable: z.int(),
    failed: z.int(),
  }),
  created: z.string(),
  updated: z.string(),
})
export type Campaign = z.infer<typeof Campaign>

/** A preview of a campaign, with the number of people who would get it now. */
export const CampaignPreview = z.strictObject({
  object: z.literal('campaign_preview'),
  subject: z.string(),
  text: z.string(),
  html: z.string(),
  recipients: z.strictObject({
    sent_to: z.int(),
    never_asked: z.int(),
    unsubscribed: z.int(),
    suppressed: z.int(),
    unverified: z.int(),
    closed: z.int(),
  }),
})
export type CampaignPreview = z.infer<typeof CampaignPreview>

/** Body of POST campaigns: a draft. `event_key` is set when the audience is the attendees of an event. */
export const CreateCampaignRequest = z
  .strictObject({
    kind: z.enum(campaignKinds, { error: code('invalid_option') }),
    audience: z.enum(campaignAudiences, { error: code('invalid_option') }),
    event_key: z.optional(Key),
    subject: line(campaignSubjectLength),
    body: markdown(campaignBodyLength).check(z.minLength(1, code('required'))),
  })
  .check(
    z.refine(({ audience, event_key }) => audience !== 'event' || event_key !== undefined, {
      error: code('required'),
      path: ['event_key'],
    }),
  )
export type CreateCampaignRequest = z.infer<typeof CreateCampaignRequest>

/** Body of POST campaigns/{campaign_id}/schedule. */
export const ScheduleCampaignRequest = z.strictObject({
  send_at: z
    .string({ error: code('required') })
    .check(
      z.refine(
        (text) => /^\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:\.\d{1,3})?)?Z$/.test(text) && !Number.isNaN(Date.parse(text)),
        code('invalid_date'),
      ),
    ),
})
export type ScheduleCampaignRequest = z.infer<typeof ScheduleCampaignRequest>

export const InOrganiserCampaign = z.strictObject({ program_id: ProgramId, campaign_id: Id })
/** Query of GET organiser/programs/{program_id}/campaigns: paging, oldest first by default. */
export const CampaignListQuery = z.strictObject({ ...paging, sort: z._default(z.enum(['created']), 'created') })
export type CampaignListQuery = z.infer<typeof CampaignListQuery>
