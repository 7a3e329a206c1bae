// Mails to many.
import { integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import type { CampaignAudience, CampaignKind, CampaignOutcome, CampaignStatus } from '../../contract/campaign.ts'

export const campaigns = sqliteTable('campaigns', {
  id: text().primaryKey(),
  program_id: text().notNull(),
  kind: text().$type<CampaignKind>().notNull(),
  audience: text().$type<CampaignAudience>().notNull(),
  event_id: text(),
  subject: text().notNull(),
  body: text().notNull(),
  status: text().$type<CampaignStatus>().notNull(),
  step: integer().notNull().default(0),
  send_at: integer(),
  queued_at: integer(),
  sent_at: integer(),
  cancelled_at: integer(),
  created: integer().notNull(),
  updated: integer().notNull(),
  search_text: text().notNull().default(''),
})

export const campaignRecipients = sqliteTable(
  'campaign_recipients',
  {
    campaign_id: text().notNull(),
    customer_profile_id: text().notNull(),
    /** Null while the mail waits, and where it was settled as `no_place`. */
    outcome: text().$type<Exclude<CampaignOutcome, 'no_place'>>(),
    settled_at: integer(),
  },
  (table) => [primaryKey({ columns: [table.campaign_id, table.customer_profile_id] })],
)
