import { deleteOldAttempts } from '../accounts/attempt-rows.ts'
import { forgetAuthorizationCodes } from '../accounts/authorization-code-rows.ts'
import { forgetCodes } from '../accounts/code-rows.ts'
import { forgetChallenges, forgetPasskeys } from '../accounts/passkey-rows.ts'
import { deleteOldRecoveries } from '../accounts/recovery-rows.ts'
import { deleteEndedSessions, forgetTokens } from '../accounts/session-rows.ts'
import { insightDays } from '../contract/insight.ts'
import { accessLogDays } from '../contract/invitation.ts'
import { keptYears, sentDays, sessionDays, supportDays } from '../contract/privacy.ts'
import type { Ctx } from '../context.ts'
import type { Statement } from '../database/database.ts'
import { deleteOldKeys } from '../database/idempotency-rows.ts'
import { deleteDeadRows, deleteSentRows } from '../database/outbox-rows.ts'
import { deleteOldInsights } from '../insights/insight-rows.ts'
import { deleteOldReads } from '../invitations/access-log-rows.ts'
import { deleteOldMails } from '../mail/senders/mailbox-rows.ts'
import { deleteOldProviderEvents } from '../payments/provider-event-rows.ts'
import { deleteOldReports } from '../support/support-rows.ts'
import { deleteOldSteps } from './retention-rows.ts'

/** What is kept for a time only. `days` count from what `since` says; `remove` deletes some hundreds of what is older. */
export type Retention = {
  table: string
  since: string
  days: number
  why: string
  remove: (ctx: Ctx, before: number) => Statement
}

/** How long each kind of row is kept, and why that long. Tokens go before the sessions they name. */
export const retentionTable: readonly Retention[] = [
  {
    table: 'outbox',
    since: 'it was done',
    days: sentDays,
    why: 'A message that did not arrive is asked about within days; no reminder looks back further than a week.',
    remove: deleteSentRows,
  },
  {
    table: 'outbox',
    since: 'it was given up',
    days: 90,
    why: 'The operator was told on the day; whoever looks into it later still finds the reason.',
    remove: deleteDeadRows,
  },
  {
    table: 'mailbox',
    since: 'it was written',
    days: sentDays,
    why: 'Where no mail leaves, the mailbox stands in for the inbox of whoever tries the site.',
    remove: ({ db }, before) => deleteOldMails(db, before),
  },
  {
    table: 'idempotency_keys',
    since: 'it was first sent',
    days: 7,
    why: 'A client repeats a request within hours; a weekend of no network is covered.',
    remove: deleteOldKeys,
  },
  {
    table: 'attempts',
    since: 'it was made',
    days: 1,
    why: 'A limit looks back a quarter of an hour.',
    remove: deleteOldAttempts,
  },
  { table: 'email_codes', since: 'it was made', days: 1, why: 'A code is good for minutes.', remove: forgetCodes },
  {
    table: 'authorization_codes',
    since: 'it ran out',
    days: 1,
    why: 'A code that is sent again ends the session it was exchanged for.',
    remove: forgetAuthorizationCodes,
  },
  {
    table: 'passkey_challenges',
    since: 'it ran out',
    days: 1,
    why: 'A challenge is good for minutes.',
    remove: forgetChallenges,
  },
  {
    table: 'passkeys',
    since: 'it was removed',
    days: 7,
    why: 'The mail about its removal names it.',
    remove: forgetPasskeys,
  },
  {
    table: 'refresh_tokens',
    since: 'it ran out',
    days: 7,
    why: 'A stolen token that is used late still ends its session.',
    remove: forgetTokens,
  },
  {
    table: 'sessions',
    since: 'it ended or ran out',
    days: sessionDays,
    why: 'The link “This was not me” in the mail about a new device names it for a week.',
    remove: deleteEndedSessions,
  },
  {
    table: 'recoveries',
    since: 'it was made',
    days: 7,
    why: 'An old link says that it has run out, and not that it never was.',
    remove: deleteOldRecoveries,
  },
  {
    table: 'health_reads',
    since: 'it was read',
    days: accessLogDays,
    why: 'A parent sees who read the notes in the last twelve months.',
    remove: ({ db }, before) => deleteOldReads(db, before),
  },
  {
    table: 'provider_events',
    since: 'it came',
    days: 30,
    why: 'A provider repeats an event for three days.',
    remove: ({ db }, before) => deleteOldProviderEvents(db, before),
  },
  {
    table: 'insight_events',
    since: 'it happened',
    days: insightDays,
    why: 'A quarter is compared with the one before.',
    remove: deleteOldInsights,
  },
  {
    table: 'support_reports',
    since: 'something last happened to it',
    days: supportDays,
    why: 'Who writes again a season later is not asked everything again.',
    remove: deleteOldReports,
  },
  {
    table: 'status_history',
    since: 'it happened, if it is on no receipt and not the last word',
    days: Math.ceil(keptYears * 365.25),
    why: 'A question about money of a past year leads through what happened around it.',
    remove: deleteOldSteps,
  },
]

/** Everything else stays as long as what it belongs to: of each table, what that is. */
export const keptWith: Record<string, readonly string[]> = {
  'the program': [
    'programs',
    'venues',
    'waivers',
    'waiver_versions',
    'questions',
    'former_questions',
    'events',
    'event_venues',
    'event_tags',
    'event_questions',
    'event_options',
    'event_counts',
    'pools',
    'option_pools',
    'session_packages',
    'membership_packages',
    'event_packages',
    'appointment_types',
    'appointment_type_venues',
    'appointment_type_questions',
    'appointment_options',
    'attachments',
    'product_categories',
    'products',
    'product_variations',
    'event_products',
    'coupons',
    'receipt_counters',
    'campaigns',
    'campaign_recipients',
    'desk_decisions',
    'roster_links',
  ],
  'the account, until it is deleted (delete-account.ts)': [
    'users',
    'email_changes',
    'customers',
    'customer_profiles',
    'attendees',
    'relations',
    'attendee_profiles',
    'attendee_merges',
    'invitations',
    'notification_settings',
    'notifications',
    'conversations',
    'messages',
    'message_attachments',
    'mail_reply_refusals',
    'waitlist_entries',
    'payment_sources',
    'card_setups',
    'provider_customers',
    'push_subscriptions',
    'push_tests',
    'data_exports',
    'account_deletions',
    'files',
    'file_uses',
    'mail_suppressions',
  ],
  'the receipt: the account, and seven years after it was deleted (remove-old-orders.ts)': [
    'orders',
    'order_items',
    'order_instalments',
    'registrations',
    'waiver_acceptances',
    'appointment_slots',
    'discounts',
    'payments',
    'card_declines',
    'refunds',
    'refund_requests',
    'account_balances',
    'account_balance_entries',
    'session_credits',
    'session_credit_entries',
    'check_ins',
    'feedback',
  ],
  'the installation': ['facts'],
  'the sandbox, where nothing real is kept': [
    'sandbox_intents',
    'sandbox_refunds',
    'sandbox_customers',
    'sandbox_sources',
    'sandbox_setups',
    'sandbox_disputes',
  ],
}
