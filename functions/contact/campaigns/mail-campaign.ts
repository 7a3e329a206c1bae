import type { Language } from '../../contract/field-rules.ts'
import { marketingWords } from '../../contract/sentences/marketing-words.ts'
import type { MailInput } from '../../delivery/mail/compose-mail.ts'
import { findBranding } from '../../delivery/mail/find-branding.ts'
import type { MailBranding } from '../../delivery/mail/mail-frame.ts'
import type { Ctx } from '../../platform/context.ts'
import type { Statement } from '../../platform/database/database.ts'
import { listForRecipient } from '../../delivery/notifications/fan-out.ts'
import { deliverToBrowsers } from '../../delivery/push/deliver-push.ts'
import { type Delivery, type TemplateParts, mailTemplate, sampleBranding } from '../../delivery/mail/mail-template.ts'
import { campaignToCustomer } from '../messages/write-to-customer.ts'
import { type NewsList, newsListOf } from '../../delivery/mail/news-list.ts'
import { commit } from '../../platform/database/commit.ts'
import { campaignHtml } from './campaign-html.ts'
import { type CampaignRow, findCampaignById, findRecipient, profileInGroup, settleRecipient } from './campaign-rows.ts'
import { isNews } from './campaign-rules.ts'
import { markdownText } from '../../delivery/mail/mail-text.ts'

type CampaignMail = {
  campaign: Pick<CampaignRow, 'subject' | 'body'>
  branding: MailBranding
  language: Language
  to: string
  /** Null for a mail about a booking, because that is not news. */
  list: NewsList | null
}

/** The mail of a campaign, in the organisation's language. */
export function contentOf({ campaign, branding, language, to, list }: CampaignMail): Omit<MailInput, 'dedupe'> {
  const { because, becauseBooked } = marketingWords[language]
  return {
    to,
    subject: campaign.subject,
    branding,
    language,
    heading: campaign.subject,
    parts: [
      {
        type: 'formatted',
        html: campaignHtml(campaign.body, branding.colours),
        text: markdownText(campaign.body, language),
      },
    ],
    because: list ? because(branding.name) : becauseBooked(branding.name),
    ...(list ? { list } : {}),
  }
}

const sample = (language: Language): CampaignMail => ({
  campaign: marketingWords[language].sampleCampaign,
  branding: sampleBranding,
  language,
  to: 'nadia@example.com',
  list: {
    id: 'lakeside',
    unsubscribe_url: `https://book.example/pg/lakeside/unsubscribe?token=sample&lang=${language}`,
    topics_url: `https://book.example/pg/lakeside/profile/preferences?lang=${language}`,
    unsubscribe_mailto: null,
    reader: { program_id: 'lakeside', customer_id: 'sample' },
  },
})
const recipientOf = ({ ref, body }: { ref: string; body: Record<string, unknown> }) => ({
  campaign_id: ref,
  customer_profile_id: String(body.customer_profile_id),
})

// A promotion is also listed among its reader's notifications, under the key of its delivery.
function listed(ctx: Ctx, { ref, dedupe, body }: Delivery): Statement[] {
  const [template, key = ''] = dedupe.split(/:(.*)/s)
  return template === 'mail.campaign_promotion'
    ? listForRecipient(ctx, { ref, body }, { reason: 'promotion', key, insertPushDeliveries: deliverToBrowsers })
    : []
}

// Since the campaign was queued, a customer may have signed the waiver or paid the order.
const isStillInGroup = async (ctx: Ctx, campaign: CampaignRow, delivery: Parameters<typeof recipientOf>[0]) =>
  campaign.selectors === null ||
  (await profileInGroup(ctx, campaign, recipientOf(delivery).customer_profile_id)).length > 0

/**
 * A campaign for one recipient. Not sent after the campaign was cancelled, nor to a recipient who lost their place, and
 * never twice.
 */
const campaign: TemplateParts<CampaignMail> = {
  load: async (ctx, delivery) => {
    const [row] = await findRecipient(ctx, recipientOf(delivery))
    if (row?.campaign.status !== 'queued' || row.settled_at !== null || !row.is_active || !row.has_place) return null
    const { campaign, customer_id, email: to } = row
    if (!(await isStillInGroup(ctx, campaign, delivery))) return null
    const branding = await findBranding(ctx, campaign.program_id, null)
    if (!branding) return null
    const reader = { program_id: campaign.program_id, customer_id, language: row.language }
    const list = isNews(campaign) ? await newsListOf(ctx, reader) : null
    return { campaign, branding, language: branding.language === 'fr' ? 'fr' : 'en', to, list }
  },
  compose: contentOf,
  settle: async (ctx, delivery, outcome) => {
    const recipient = recipientOf(delivery)
    await commit(ctx, [
      settleRecipient(ctx, { ...recipient, outcome }),
      ...(outcome === 'sent' ? [...campaignToCustomer(ctx, recipient), ...listed(ctx, delivery)] : []),
    ])
  },
  leaveOut: async (ctx, delivery) => {
    const recipient = recipientOf(delivery)
    const [row] = await findRecipient(ctx, recipient)
    if (row?.campaign.status !== 'queued') return
    if (!row.has_place || !(await isStillInGroup(ctx, row.campaign, delivery)))
      await commit(ctx, [settleRecipient(ctx, { ...recipient, outcome: 'no_place' })])
  },
  sample,
}
export const campaignMail = mailTemplate<CampaignMail>(campaign)
/** An announcement about a booking, which is not news. */
export const campaignAnnouncementMail = mailTemplate<CampaignMail>({
  ...campaign,
  sample: (language) => ({ ...sample(language), list: null }),
})

/** The mail to the organisation itself, marked as a test. */
export const campaignTestMail = mailTemplate<CampaignMail>({
  load: async (ctx, { ref }) => {
    const [campaign] = await findCampaignById(ctx, ref)
    const branding = campaign ? await findBranding(ctx, campaign.program_id, null) : null
    if (!campaign || !branding?.email) return null
    return { campaign, branding, language: branding.language === 'fr' ? 'fr' : 'en', to: branding.email, list: null }
  },
  compose: (input) => {
    const { test, becauseTest } = marketingWords[input.language]
    return { ...contentOf(input), subject: test(input.campaign.subject), because: becauseTest }
  },
  sample: (language) => ({ ...sample(language), list: null }),
})
