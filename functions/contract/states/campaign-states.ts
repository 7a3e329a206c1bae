import { inTable, type Transitions } from './status-set.ts'

export const campaignStatuses = ['draft', 'scheduled', 'queued', 'sent', 'cancelled'] as const
export type CampaignStatus = (typeof campaignStatuses)[number]

/** The transitions of a campaign: forward only; it can be cancelled until it is sent. */
export const transitions = {
  draft: ['scheduled', 'queued', 'cancelled'],
  scheduled: ['queued', 'cancelled'],
  queued: ['sent', 'cancelled'],
  sent: [],
  cancelled: [],
} as const satisfies Transitions<CampaignStatus>
export const mayTransition = inTable<CampaignStatus>(transitions)
