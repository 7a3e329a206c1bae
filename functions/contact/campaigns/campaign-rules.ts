import type { DomainEvent } from '../../platform/database/outbox.ts'
import type { MailTemplateName } from '../../delivery/notifications/notification-table.ts'
import type { CampaignAudience, CampaignKind } from '../../contract/contact/campaign.ts'

/**
 * Whether a campaign needs the yes to news. An announcement to the people of an event is about their booking: it goes to all who
 * hold a place, unless mail to their address bounced; everything else goes to those who said yes, and to them alone.
 */
export const isNews = ({ kind, audience }: { kind: CampaignKind; audience: CampaignAudience }): boolean =>
  kind === 'newsletter' || audience === 'subscribers'

/** What is recorded when a campaign leaves, and the mail that it leaves as. */
export function eventOf(campaign: { kind: CampaignKind; audience: CampaignAudience; is_promotion: boolean }): {
  event: DomainEvent & `campaign.${string}_queued`
  mail: MailTemplateName
} {
  if (campaign.is_promotion) return { event: 'campaign.promotion_queued', mail: 'campaign_promotion' }
  return isNews(campaign)
    ? { event: 'campaign.news_queued', mail: 'campaign_news' }
    : { event: 'campaign.announcement_queued', mail: 'campaign_announcement' }
}
