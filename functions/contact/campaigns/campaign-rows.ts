import { and, asc, count, desc, eq, inArray, isNull, lte, type SQL, sql } from 'drizzle-orm'
import type { CampaignListQuery, CampaignOutcome, RecipientReason } from '../../contract/contact/campaign.ts'
import type { CampaignStatus } from '../../contract/states/campaign-states.ts'
import type { Ctx } from '../../platform/context.ts'
import type { Statement } from '../../platform/database/database.ts'
import { among } from '../../platform/database/json-lists.ts'
import { type DeliveryKind, priorities } from '../../platform/database/outbox.ts'
import {
  campaignRecipients,
  campaigns,
  customerProfiles,
  customers,
  events,
  mailSuppressions,
  outbox,
  programs,
  users,
} from '../../platform/database/tables.ts'
import { isNews } from './campaign-rules.ts'
import { holdsPlace, inGroup } from './selector-rows.ts'

export type CampaignRow = typeof campaigns.$inferSelect
type Audience = Pick<CampaignRow, 'program_id' | 'kind' | 'audience' | 'event_id' | 'selectors'>

/**
 * Maximum number of a campaign's mails per minute, so that a mail server is not flooded and a mistake can still be
 * stopped.
 */
export const campaignMailsPerMinute = 300

export const insertCampaign = (ctx: Ctx, row: typeof campaigns.$inferInsert): Statement =>
  ctx.db.insert(campaigns).values(row)

const campaignsWithKeys = (ctx: Ctx) =>
  ctx.db
    .select({ campaign: campaigns, event_key: events.key })
    .from(campaigns)
    .leftJoin(events, eq(events.id, campaigns.event_id))
export const findCampaign = (ctx: Ctx, input: { program_id: string; campaign_id: string }) =>
  campaignsWithKeys(ctx).where(and(eq(campaigns.id, input.campaign_id), eq(campaigns.program_id, input.program_id)))
export type NamedCampaign = Awaited<ReturnType<typeof findCampaign>>[number]

export const findCampaignById = (ctx: Ctx, id: string) => ctx.db.select().from(campaigns).where(eq(campaigns.id, id))

/** Condition for the campaigns that the caller's right reaches: all, or those to one of their events. */
const withinReach = ({ reach }: Ctx) =>
  reach.event_ids === 'all'
    ? undefined
    : sql`EXISTS (SELECT 1 FROM json_each(${campaigns.selectors}) AS s WHERE s.value ->> '$.event_id' IN ${among(reach.event_ids)})`

export const pageOfCampaigns = (ctx: Ctx, program_id: string, page: CampaignListQuery) => {
  const way = page.order === 'asc' ? asc : desc
  return campaignsWithKeys(ctx)
    .where(and(eq(campaigns.program_id, program_id), withinReach(ctx)))
    .orderBy(way(campaigns.created), way(campaigns.id))
    .limit(page.limit)
    .offset(page.skip)
}
export const countCampaigns = (ctx: Ctx, program_id: string) =>
  ctx.db
    .select({ total: count() })
    .from(campaigns)
    .where(and(eq(campaigns.program_id, program_id), withinReach(ctx)))

// A recipient who lost the place is settled without a stored outcome; the API shows `no_place`.
const outcomeOf = sql<CampaignOutcome | null>`CASE WHEN ${campaignRecipients.outcome} IS NULL AND ${campaignRecipients.settled_at} IS NOT NULL THEN 'no_place' ELSE ${campaignRecipients.outcome} END`

/** Numbers of waiting mails and of each outcome, by campaign. */
export const countOutcomes = (ctx: Ctx, ids: string[]) =>
  ctx.db
    .select({ campaign_id: campaignRecipients.campaign_id, outcome: outcomeOf.as('became'), total: count() })
    .from(campaignRecipients)
    .where(inArray(campaignRecipients.campaign_id, ids))
    .groupBy(campaignRecipients.campaign_id, sql`became`)

export const findEventByKey = (ctx: Ctx, input: { program_id: string; key: string }) =>
  ctx.db
    .select({ id: events.id })
    .from(events)
    .where(and(eq(events.program_id, input.program_id), eq(events.key, input.key)))

/** The program of a test mail. */
export const findProgramOf = (ctx: Ctx, program_id: string) =>
  ctx.db
    .select({ id: programs.id, email: programs.email, timezone: programs.timezone })
    .from(programs)
    .where(eq(programs.id, program_id))

const suppressedFor = (reasons: SQL) =>
  sql`EXISTS (SELECT 1 FROM ${mailSuppressions} WHERE ${mailSuppressions.email_key} = ${users.email_key}${reasons})`

// The first reason that applies for which a person of the audience gets the mail or does not.
function reasonOf(campaign: Audience): SQL<RecipientReason> {
  const { is_subscribed, unsubscribed } = customerProfiles
  const ofNews = sql`WHEN ${is_subscribed} = 0 AND ${unsubscribed} IS NULL THEN 'never_asked' WHEN ${is_subscribed} = 0 THEN 'unsubscribed' WHEN ${suppressedFor(sql``)} THEN 'suppressed' WHEN ${users.is_email_verified} = 0 THEN 'unverified'`
  const ofBooking = sql`WHEN ${suppressedFor(sql` AND ${mailSuppressions.reason} = 'bounced'`)} THEN 'suppressed'`
  return sql<RecipientReason>`CASE WHEN ${users.is_active} = 0 THEN 'closed' WHEN ${users.email} = '' THEN 'no_email' ${isNews(campaign) ? ofNews : ofBooking} ELSE 'sent_to' END`
}

function inAudience({ program_id, event_id, selectors }: Audience, now: number): SQL {
  const ofProgram = sql`${customerProfiles.program_id} = ${program_id}`
  if (selectors) return sql`${ofProgram} AND ${inGroup(selectors, { program_id, now })}`
  if (event_id === null) return ofProgram
  return sql`${ofProgram} AND ${customerProfiles.id} IN (SELECT r.customer_profile_id FROM registrations AS r WHERE r.event_id = ${event_id} AND ${holdsPlace('r')})`
}

/** Numbers of people in the audience, by reason. */
export const countRecipients = (ctx: Ctx, campaign: Audience) => {
  const reason = reasonOf(campaign)
  return ctx.db
    .select({ reason: reason.as('reason'), total: sql<number>`count(*)`.as('total') })
    .from(customerProfiles)
    .innerJoin(customers, eq(customers.id, customerProfiles.customer_id))
    .innerJoin(users, eq(users.id, customers.user_id))
    .where(inAudience(campaign, ctx.now))
    .groupBy(sql`1`)
}

/** Inserts the recipients of a campaign, each once. */
export const insertRecipients = (ctx: Ctx, campaign: CampaignRow): Statement =>
  ctx.db
    .insert(campaignRecipients)
    .select(
      sql`SELECT ${campaign.id}, ${customerProfiles.id}, NULL, NULL FROM ${customerProfiles}
        CROSS JOIN ${customers} ON ${customers.id} = ${customerProfiles.customer_id} CROSS JOIN ${users} ON ${users.id} = ${customers.user_id}
        WHERE ${inAudience(campaign, ctx.now)} AND ${reasonOf(campaign)} = 'sent_to'`,
    )
    .onConflictDoNothing()

/**
 * Inserts a delivery for each waiting recipient, at most `campaignMailsPerMinute` a minute. Repeating it inserts
 * nothing twice.
 */
export const insertCampaignDeliveries = (
  ctx: Ctx,
  { campaign_id, kind }: { campaign_id: string; kind: DeliveryKind },
): Statement =>
  ctx.db
    .insert(outbox)
    .select(sql`SELECT NULL, ${kind}, r.campaign_id, ${kind} || ':' || r.campaign_id || ':' || r.customer_profile_id, json_object('customer_profile_id', r.customer_profile_id), ${priorities.bulk},
      ${ctx.now} + (row_number() OVER (ORDER BY r.customer_profile_id) - 1) / ${sql.raw(String(campaignMailsPerMinute))} * 60000, 0, NULL, NULL, NULL, NULL, NULL
    FROM campaign_recipients AS r WHERE r.campaign_id = ${campaign_id} AND r.outcome IS NULL AND r.settled_at IS NULL`)
    .onConflictDoNothing()

/** Statements for a transition of a campaign. The unique history row aborts the batch of the slower of two writers. */
export const updateCampaignStatus = (
  ctx: Ctx,
  campaign: CampaignRow,
  to: CampaignStatus,
  set: Partial<CampaignRow> = {},
): Statement =>
  ctx.db
    .update(campaigns)
    .set({ ...set, status: to, step: campaign.step + 1, updated: ctx.now })
    .where(and(eq(campaigns.id, campaign.id), eq(campaigns.step, campaign.step)))

// 1 if a recipient still has a place of the campaign's event, or if it has no event.
const hasPlace = sql<number>`(${campaigns.event_id} IS NULL OR EXISTS (SELECT 1 FROM registrations AS r CROSS JOIN events AS e ON e.id = r.event_id
  WHERE r.event_id = ${campaigns.event_id} AND r.customer_profile_id = ${campaignRecipients.customer_profile_id} AND ${holdsPlace('r')} AND e.status <> 'cancelled'))`

/** The profile if it is still in the group of a campaign. */
export const profileInGroup = (ctx: Ctx, campaign: Audience, profileId: string) =>
  ctx.db
    .select({ id: customerProfiles.id })
    .from(customerProfiles)
    .where(and(eq(customerProfiles.id, profileId), inAudience(campaign, ctx.now)))

/** A recipient of a campaign with everything that the mail shows. */
export const findRecipient = (ctx: Ctx, input: { campaign_id: string; customer_profile_id: string }) =>
  ctx.db
    .select({
      campaign: campaigns,
      settled_at: campaignRecipients.settled_at,
      has_place: hasPlace.as('has_place'),
      customer_id: customerProfiles.customer_id,
      email: users.email,
      language: users.language,
      is_active: users.is_active,
    })
    .from(campaignRecipients)
    .innerJoin(campaigns, eq(campaigns.id, campaignRecipients.campaign_id))
    .innerJoin(customerProfiles, eq(customerProfiles.id, campaignRecipients.customer_profile_id))
    .innerJoin(customers, eq(customers.id, customerProfiles.customer_id))
    .innerJoin(users, eq(users.id, customers.user_id))
    .where(
      and(
        eq(campaignRecipients.campaign_id, input.campaign_id),
        eq(campaignRecipients.customer_profile_id, input.customer_profile_id),
      ),
    )

const isWaiting = and(isNull(campaignRecipients.outcome), isNull(campaignRecipients.settled_at))

/** Records the outcome of a mail. The first outcome is final. */
export const settleRecipient = (
  ctx: Ctx,
  input: { campaign_id: string; customer_profile_id: string; outcome: CampaignOutcome },
): Statement =>
  ctx.db
    .update(campaignRecipients)
    .set({ outcome: input.outcome === 'no_place' ? null : input.outcome, settled_at: ctx.now })
    .where(
      and(
        eq(campaignRecipients.campaign_id, input.campaign_id),
        eq(campaignRecipients.customer_profile_id, input.customer_profile_id),
        isWaiting,
      ),
    )

/** Marks the recipients whose delivery finally failed. */
export const settleGivenUp = (ctx: Ctx, campaign_id: string, kind: DeliveryKind): Statement =>
  ctx.db
    .update(campaignRecipients)
    .set({ outcome: 'failed', settled_at: ctx.now })
    .where(
      and(
        eq(campaignRecipients.campaign_id, campaign_id),
        isWaiting,
        sql`EXISTS (SELECT 1 FROM ${outbox} WHERE ${outbox.dedupe} = ${kind} || ':' || ${campaignRecipients.campaign_id} || ':' || ${campaignRecipients.customer_profile_id} AND (${outbox.dead_at} IS NOT NULL OR ${outbox.done_at} IS NOT NULL))`,
      ),
    )

/** Scheduled campaigns that are due. */
export const dueCampaigns = (ctx: Ctx) =>
  ctx.db
    .select()
    .from(campaigns)
    .where(and(eq(campaigns.status, 'scheduled'), lte(campaigns.send_at, ctx.now)))
    .limit(20)
export const queuedCampaigns = (ctx: Ctx) =>
  ctx.db
    .select({
      campaign: campaigns,
      is_waiting:
        sql<number>`EXISTS (SELECT 1 FROM campaign_recipients AS w WHERE w.campaign_id = ${campaigns.id} AND w.outcome IS NULL AND w.settled_at IS NULL)`.as(
          'is_waiting',
        ),
    })
    .from(campaigns)
    .where(eq(campaigns.status, 'queued'))
    .limit(50)
