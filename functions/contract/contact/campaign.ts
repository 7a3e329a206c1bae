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
/** The conditions that select a group of customers. */
export const selectorKinds = [
  'event',
  'option',
  'group',
  'day',
  'unpaid',
  'waiver_missing',
  'answers_missing',
  'waitlist',
  'membership',
  'search',
] as const

/** A condition for the customers of a campaign, with the ids and times that it names. */
export type Selector = {
  kind: (typeof selectorKinds)[number]
  /** As the request had it, such as `option:canoe-week/full`. */
  text: string
  event_id: string | null
  /** The option, group or membership package. */
  id: string | null
  /** The days, each with its start and end in ms; one of them is enough. */
  days?: { date: string; from: number; until: number }[]
}
const selectorText =
  /^(?:unpaid|waiver_missing|answers_missing|(?:event|waitlist|membership):[a-z0-9][a-z0-9_-]{0,62}|(?:option|group):[a-z0-9][a-z0-9_-]{0,62}\/[a-z0-9][a-z0-9_-]{0,62}|search:[^\p{Cc}]{1,100}|day:\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])(?:,\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])){0,30})$/u
const SelectorText = z.string({ error: code('invalid_option') }).check(
  z.maxLength(350),
  z.refine((text) => selectorText.test(text), code('invalid_option')),
)
/** How many conditions a group may have. */
const maxSelectors = 6

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
  'no_email',
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
  audience: z.enum([...campaignAudiences, 'group']),
  event_key: z.nullable(z.string()),
  to: z.nullable(z.array(z.string())),
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

/** A preview of a campaign, with the number of people who would get it now; no one once it was sent or queued. */
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
    no_email: z.int(),
    closed: z.int(),
  }),
})
export type CampaignPreview = z.infer<typeof CampaignPreview>

/**
 * Body of POST campaigns: a draft. `event_key` is set when the audience is the attendees of an event. Instead of an
 * audience, `to` has the conditions of a group: customers for whom all of them hold.
 */
export const CreateCampaignRequest = z
  .strictObject({
    kind: z.enum(campaignKinds, { error: code('invalid_option') }),
    audience: z.optional(z.enum(campaignAudiences, { error: code('invalid_option') })),
    event_key: z.optional(Key),
    to: z.optional(z.array(SelectorText).check(z.minLength(1), z.maxLength(maxSelectors))),
    subject: line(campaignSubjectLength),
    body: markdown(campaignBodyLength).check(z.minLength(1, code('required'))),
  })
  .check(
    z.refine(({ audience, to }) => audience !== undefined || to !== undefined, {
      error: code('required'),
      path: ['audience'],
    }),
    z.refine(({ audience, to }) => audience === undefined || to === undefined, {
      error: code('invalid_option'),
      path: ['to'],
    }),
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
