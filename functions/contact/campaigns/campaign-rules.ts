import type { DomainEvent } from '../../platform/database/outbox.ts'
import type { MailTemplateName } from '../../delivery/notifications/notification-table.ts'
import type { CampaignAudience, CampaignKind } from '../../contract/contact/campaign.ts'

type Addressed = { kind: CampaignKind; audience: CampaignAudience; selectors: readonly unknown[] | null }

/**
 * True if a campaign needs consent to news. An announcement to the attendees of an event, or to a group that selectors
 * name, is about what these customers have with the program: each gets it, unless their address bounced. Every other
 * campaign goes to subscribers only.
 */
export const isNews = ({ kind, audience, selectors }: Addressed): boolean =>
  kind === 'newsletter' || (audience === 'subscribers' && selectors === null)

/** The event that records the sending of a campaign, and its kind of mail. */
export function eventOf(campaign: Addressed & { is_promotion: boolean }): {
  event: DomainEvent & `campaign.${string}_queued`
  mail: MailTemplateName
} {
  if (campaign.is_promotion) return { event: 'campaign.promotion_queued', mail: 'campaign_promotion' }
  return isNews(campaign)
    ? { event: 'campaign.news_queued', mail: 'campaign_news' }
    : { event: 'campaign.announcement_queued', mail: 'campaign_announcement' }
}
