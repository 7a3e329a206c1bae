// The tables of mails to many recipients.
import { integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import type { Language } from '../../../contract/field-rules.ts'
import type { CampaignAudience, CampaignKind, CampaignOutcome, Selector } from '../../../contract/contact/campaign.ts'
import type { CampaignStatus } from '../../../contract/states/campaign-states.ts'

export const campaigns = sqliteTable('campaigns', {
  id: text().primaryKey(),
  program_id: text().notNull(),
  /** A promotion is stored as a newsletter with `is_promotion`. */
  kind: text().$type<Exclude<CampaignKind, 'promotion'>>().notNull(),
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
  is_promotion: integer({ mode: 'boolean' }).notNull().default(false),
  /** The conditions of a campaign to a group; all of them hold. */
  selectors: text({ mode: 'json' }).$type<Selector[]>(),
})

export const programInvites = sqliteTable('program_invites', {
  id: text().primaryKey(),
  program_id: text().notNull(),
  batch_id: text().notNull(),
  address_mark: text().notNull(),
  email: text(),
  first_name: text(),
  last_name: text(),
  language: text().$type<Language>().notNull(),
  outcome: text().$type<'sent' | 'left_out' | 'undeliverable' | 'failed'>(),
  settled_at: integer(),
  created: integer().notNull(),
})

export const campaignRecipients = sqliteTable(
  'campaign_recipients',
  {
    campaign_id: text().notNull(),
    customer_profile_id: text().notNull(),
    /** The result of a mail. It is null while the mail waits, and after the mail ended as `no_place`. */
    outcome: text().$type<Exclude<CampaignOutcome, 'no_place'>>(),
    settled_at: integer(),
  },
  (table) => [primaryKey({ columns: [table.campaign_id, table.customer_profile_id] })],
)
