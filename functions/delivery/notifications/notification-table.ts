// Over 250 lines: one line for every event, in one table.
import { type NoticeTopic, noticeTopicNames } from '../../contract/organisation/notices.ts'
import type { NotificationOutcome, NotificationReason } from '../../contract/delivery/notification.ts'
import type { DomainEvent, DomainEvents } from '../../platform/database/outbox.ts'
import type { NotificationSubject } from './notification-subject-rows.ts'

/** The mail templates; `mail-templates.ts` defines each. */
export const mailTemplateNames = [
  'email_code',
  'email_in_use',
  'email_changed',
  'email_restored',
  'recovery',
  'take_over',
  'password_changed',
  'passkey_added',
  'passkey_removed',
  'new_login',
  'invitation',
  'invitation_accepted',
  'staff_invitation',
  'order_paid',
  'receipt_copy',
  'offline_instructions',
  'offline_expected',
  'booking_link',
  'order_charged',
  'payment_reminder',
  'payment_recorded',
  'payment_confirmation',
  'instalment_upcoming',
  'instalment_failed',
  'instalment_paid',
  'membership_payment_failed',
  'membership_trial_ending',
  'membership_renewing',
  'membership_price_changed',
  'membership_changed',
  'membership_ending',
  'membership_ended',
  'price_due',
  'order_expired',
  'order_cancelled',
  'event_cancelled',
  'day_off',
  'registration_cancelled',
  'registration_answers_changed',
  'registration_no_show',
  'order_changes',
  'item_returned',
  'order_refunded',
  'payment_corrected',
  'registration_moved',
  'event_changed',
  'reminder_24h',
  'reminder_2h',
  'waiver_pending',
  'waitlist_joined',
  'waitlist_offer',
  'waitlist_offer_expiring',
  'waitlist_offer_expired',
  'waitlist_sale_over',
  'waitlist_removed',
  'waitlist_skipped',
  'payment_returned',
  'refund_failed',
  'refund_requested',
  'refund_decided',
  'refund_withdrawn',
  'refund_waiting',
  'payment_alert',
  'balance_changed',
  'card_expiring',
  'credits_expiring',
  'visit_redeemed',
  'visit_returned',
  'visits_adjusted',
  'customer_claim',
  'customer_merged',
  'support_report',
  'support_received',
  'support_answered',
  'feedback_request',
  'feedback_digest',
  'health_reads',
  'customer_message',
  'message_received',
  'mail_reply_refused',
  'export_ready',
  'deletion_scheduled',
  'deletion_withdrawn',
  'campaign_news',
  'campaign_promotion',
  'campaign_announcement',
  'campaign_test',
  'program_invite',
  'unsubscribe_link',
  'never_signed_up',
  'site_alert',
  ...noticeTopicNames.map((topic): `notice_${NoticeTopic}` => `notice_${topic}`),
] as const
export type MailTemplateName = (typeof mailTemplateNames)[number]

/**
 * Recipients with an account, or who may have one. All except the customers of an event are a single recipient, found
 * when the message is sent.
 */
type Readers =
  /** The account's owner. */
  | 'account_holder'
  /** The invited person, and the one who invited them. */
  | 'invited_person'
  | 'inviter'
  /** The customer of the order. */
  | 'order_customer'
  /** The customer of the membership. */
  | 'member'
  /** Everyone with a place in the event, one message per order. */
  | 'event_customers'
  /** The recipients of a campaign. */
  | 'campaign_recipients'
  /** The people of an imported file whom a program invites to create an account. */
  | 'invited_people'
  /** The author of a support report. */
  | 'reporter'
/** Recipients who are notified because of their work. They cannot turn it off. */
type Staff =
  /** The program's staff. */
  | 'program_operator'
  /** The members of the program's team who chose the topic of the mail. */
  | 'team_members'
  /** The people who answer a report: the program's, or the site's. */
  | 'support_team'
  /** The sender of a reply by mail. */
  | 'mail_sender'
  /** The site's operator. */
  | 'site_operator'
/** Who can be notified. */
export type Recipients = Readers | Staff

/** A notification in the list on the site: the kind of the event's `ref`, and the outcome. */
export type InApp = { of: NotificationSubject; outcome?: NotificationOutcome }
/**
 * The channels of a notification: a mail by its template, or a combined mail about its order's changes within ten
 * minutes; and the list on the site.
 */
export type Channels = { mail?: MailTemplateName; together?: MailTemplateName; in_app?: InApp }
export type Notification =
  | { to: Readers; reason: NotificationReason; channels: Channels }
  | { to: Staff; channels: Channels }

/**
 * Each event with its recipients, reasons and channels. A new event gets its line here, a new channel a field of
 * `Channels`.
 */
export const notificationTable: Record<DomainEvent, readonly Notification[]> = {
  'account.code_requested': [{ to: 'account_holder', reason: 'code_requested', channels: { mail: 'email_code' } }],
  'account.email_in_use': [{ to: 'account_holder', reason: 'new_login', channels: { mail: 'email_in_use' } }],
  'account.email_changed': [
    {
      to: 'account_holder',
      reason: 'email_changed',
      channels: { mail: 'email_changed', in_app: { of: 'email_change' } },
    },
  ],
  'account.email_restored': [
    {
      to: 'account_holder',
      reason: 'email_changed',
      channels: { mail: 'email_restored', in_app: { of: 'email_change', outcome: 'restored' } },
    },
  ],
  'account.recovery_requested': [{ to: 'account_holder', reason: 'code_requested', channels: { mail: 'recovery' } }],
  'account.made_by_staff': [{ to: 'account_holder', reason: 'invitation', channels: { mail: 'take_over' } }],
  'customer.claim_offered': [{ to: 'account_holder', reason: 'invitation', channels: { mail: 'customer_claim' } }],
  'customer.merged': [{ to: 'account_holder', reason: 'invitation', channels: { mail: 'customer_merged' } }],
  'account.password_changed': [
    {
      to: 'account_holder',
      reason: 'password_changed',
      channels: { mail: 'password_changed', in_app: { of: 'user' } },
    },
  ],
  'account.passkey_added': [
    { to: 'account_holder', reason: 'passkey_changed', channels: { mail: 'passkey_added', in_app: { of: 'passkey' } } },
  ],
  'account.passkey_removed': [
    {
      to: 'account_holder',
      reason: 'passkey_changed',
      channels: { mail: 'passkey_removed', in_app: { of: 'passkey', outcome: 'removed' } },
    },
  ],
  'account.new_login': [
    { to: 'account_holder', reason: 'new_login', channels: { mail: 'new_login', in_app: { of: 'session' } } },
  ],
  'invitation.created': [{ to: 'invited_person', reason: 'invitation', channels: { mail: 'invitation' } }],
  'invitation.accepted': [
    { to: 'inviter', reason: 'invitation', channels: { mail: 'invitation_accepted', in_app: { of: 'invitation' } } },
  ],
  'staff.invited': [{ to: 'invited_person', reason: 'invitation', channels: { mail: 'staff_invitation' } }],
  'invites.queued': [{ to: 'invited_people', reason: 'invitation', channels: { mail: 'program_invite' } }],
  'order.paid': [
    { to: 'order_customer', reason: 'order_paid', channels: { mail: 'order_paid', in_app: { of: 'paid_order' } } },
    { to: 'order_customer', reason: 'registration_confirmed', channels: { in_app: { of: 'booked_order' } } },
    { to: 'team_members', channels: { mail: 'notice_bookings' } },
    { to: 'team_members', channels: { mail: 'notice_low_places' } },
  ],
  'receipt.requested': [{ to: 'order_customer', reason: 'order_paid', channels: { mail: 'receipt_copy' } }],
  'order.payment_pending': [
    {
      to: 'order_customer',
      reason: 'payment_due',
      channels: { mail: 'offline_instructions', in_app: { of: 'order', outcome: 'due' } },
    },
    { to: 'program_operator', channels: { mail: 'offline_expected' } },
  ],
  'order.link_sent': [
    {
      to: 'order_customer',
      reason: 'payment_due',
      channels: { mail: 'booking_link', in_app: { of: 'order', outcome: 'due' } },
    },
  ],
  'order.charged': [
    {
      to: 'order_customer',
      reason: 'payment_due',
      channels: { mail: 'order_charged', in_app: { of: 'order', outcome: 'due' } },
    },
  ],
  'order.payment_due': [
    {
      to: 'order_customer',
      reason: 'payment_due',
      channels: { mail: 'payment_reminder', in_app: { of: 'order', outcome: 'due' } },
    },
    { to: 'program_operator', channels: { mail: 'offline_expected' } },
  ],
  'payment.failed': [
    { to: 'order_customer', reason: 'payment_failed', channels: { in_app: { of: 'failed_payment' } } },
  ],
  'payment.recorded': [
    {
      to: 'order_customer',
      reason: 'payment_due',
      channels: { mail: 'payment_recorded', in_app: { of: 'payment', outcome: 'received' } },
    },
  ],
  'payment.confirmation_needed': [
    {
      to: 'order_customer',
      reason: 'payment_failed',
      channels: { mail: 'payment_confirmation', in_app: { of: 'payment', outcome: 'waiting' } },
    },
  ],
  'instalment.upcoming': [{ to: 'order_customer', reason: 'payment_due', channels: { mail: 'instalment_upcoming' } }],
  'instalment.failed': [{ to: 'order_customer', reason: 'payment_failed', channels: { mail: 'instalment_failed' } }],
  'membership.renewed': [{ to: 'member', reason: 'membership_renewed', channels: { in_app: { of: 'membership' } } }],
  'membership.payment_failed': [
    {
      to: 'member',
      reason: 'membership_payment_failed',
      channels: { mail: 'membership_payment_failed', in_app: { of: 'membership' } },
    },
  ],
  'membership.trial_ending': [{ to: 'member', reason: 'payment_due', channels: { mail: 'membership_trial_ending' } }],
  'membership.renewing': [{ to: 'member', reason: 'payment_due', channels: { mail: 'membership_renewing' } }],
  'membership.price_changed': [{ to: 'member', reason: 'payment_due', channels: { mail: 'membership_price_changed' } }],
  'membership.changed': [{ to: 'member', reason: 'payment_due', channels: { mail: 'membership_changed' } }],
  'membership.ending': [
    {
      to: 'member',
      reason: 'membership_ending',
      channels: { mail: 'membership_ending', in_app: { of: 'membership' } },
    },
  ],
  'membership.ended': [{ to: 'member', reason: 'membership_ending', channels: { mail: 'membership_ended' } }],
  'registration.price_due': [
    {
      to: 'order_customer',
      reason: 'payment_due',
      channels: { mail: 'price_due', in_app: { of: 'booked_place', outcome: 'due' } },
    },
  ],
  'instalment.paid': [{ to: 'order_customer', reason: 'order_paid', channels: { mail: 'instalment_paid' } }],
  'order.expired': [
    {
      to: 'order_customer',
      reason: 'payment_failed',
      channels: { mail: 'order_expired', in_app: { of: 'order', outcome: 'expired' } },
    },
  ],
  'order.cancelled': [
    { to: 'order_customer', reason: 'order_cancelled', channels: { mail: 'order_cancelled', in_app: { of: 'order' } } },
  ],
  'order.event_cancelled': [
    {
      to: 'order_customer',
      reason: 'event_cancelled',
      channels: { mail: 'event_cancelled', in_app: { of: 'order_event' } },
    },
  ],
  'order.day_off': [
    {
      to: 'order_customer',
      reason: 'event_cancelled',
      channels: { mail: 'day_off', in_app: { of: 'order_event', outcome: 'one_day' } },
    },
  ],
  'order.item_returned': [{ to: 'order_customer', reason: 'refund_updated', channels: { mail: 'item_returned' } }],
  'order.payment_corrected': [
    { to: 'order_customer', reason: 'refund_updated', channels: { mail: 'payment_corrected' } },
  ],
  'order.refunded': [{ to: 'order_customer', reason: 'refund_updated', channels: { mail: 'order_refunded' } }],
  'registration.cancelled': [
    {
      to: 'order_customer',
      reason: 'registration_cancelled',
      channels: { mail: 'registration_cancelled', together: 'order_changes', in_app: { of: 'registration' } },
    },
  ],
  'registration.answers_changed': [
    { to: 'order_customer', reason: 'event_changed', channels: { mail: 'registration_answers_changed' } },
  ],
  'registration.no_show': [
    { to: 'order_customer', reason: 'refund_updated', channels: { mail: 'registration_no_show' } },
  ],
  'registration.moved': [
    {
      to: 'order_customer',
      reason: 'event_changed',
      channels: { mail: 'registration_moved', together: 'order_changes', in_app: { of: 'registration' } },
    },
  ],
  'waitlist.joined': [
    { to: 'account_holder', reason: 'waitlist_offer', channels: { mail: 'waitlist_joined' } },
    { to: 'team_members', channels: { mail: 'notice_waitlist' } },
  ],
  'waitlist.offered': [
    {
      to: 'account_holder',
      reason: 'waitlist_offer',
      channels: { mail: 'waitlist_offer', in_app: { of: 'waitlist_entry' } },
    },
  ],
  'waitlist.offer_expiring': [
    {
      to: 'account_holder',
      reason: 'waitlist_offer_expiring',
      channels: { mail: 'waitlist_offer_expiring', in_app: { of: 'waitlist_entry' } },
    },
  ],
  'waitlist.offer_expired': [
    {
      to: 'account_holder',
      reason: 'waitlist_offer_expiring',
      channels: { mail: 'waitlist_offer_expired', in_app: { of: 'waitlist_entry', outcome: 'expired' } },
    },
  ],
  'waitlist.sale_over': [{ to: 'account_holder', reason: 'waitlist_offer', channels: { mail: 'waitlist_sale_over' } }],
  'waitlist.removed': [{ to: 'account_holder', reason: 'waitlist_offer', channels: { mail: 'waitlist_removed' } }],
  'waitlist.skipped': [{ to: 'program_operator', channels: { mail: 'waitlist_skipped' } }],
  'event.changed': [
    { to: 'event_customers', reason: 'event_changed', channels: { mail: 'event_changed', in_app: { of: 'order' } } },
  ],
  'payment.returned': [{ to: 'order_customer', reason: 'refund_updated', channels: { mail: 'payment_returned' } }],
  'refund.failed': [
    {
      to: 'order_customer',
      reason: 'refund_updated',
      channels: { mail: 'refund_failed', in_app: { of: 'refund', outcome: 'failed' } },
    },
  ],
  'booking.starts_in_24_hours': [
    {
      to: 'order_customer',
      reason: 'reminder_24h',
      channels: { mail: 'reminder_24h', in_app: { of: 'booking_start' } },
    },
  ],
  'booking.starts_in_2_hours': [
    {
      to: 'order_customer',
      reason: 'reminder_2h',
      channels: { mail: 'reminder_2h', in_app: { of: 'booking_start' } },
    },
  ],
  'booking.waiver_pending': [
    {
      to: 'order_customer',
      reason: 'waiver_pending',
      channels: { mail: 'waiver_pending', in_app: { of: 'booking_start' } },
    },
  ],
  'refund.requested': [
    { to: 'program_operator', channels: { mail: 'refund_requested' } },
    { to: 'team_members', channels: { mail: 'notice_tasks' } },
  ],
  'refund.decided': [
    {
      to: 'order_customer',
      reason: 'refund_updated',
      channels: { mail: 'refund_decided', in_app: { of: 'refund_request' } },
    },
  ],
  'refund.withdrawn': [{ to: 'program_operator', channels: { mail: 'refund_withdrawn' } }],
  'refund.unanswered': [
    { to: 'program_operator', channels: { mail: 'refund_requested' } },
    { to: 'team_members', channels: { mail: 'notice_tasks' } },
    {
      to: 'order_customer',
      reason: 'refund_updated',
      channels: { mail: 'refund_waiting', in_app: { of: 'refund_request', outcome: 'waiting' } },
    },
  ],
  'payment.needs_attention': [
    { to: 'program_operator', channels: { mail: 'payment_alert' } },
    { to: 'team_members', channels: { mail: 'notice_tasks' } },
  ],
  'balance.changed': [
    {
      to: 'account_holder',
      reason: 'balance_changed',
      channels: { mail: 'balance_changed', in_app: { of: 'balance_entry' } },
    },
  ],
  'card.expiring': [
    { to: 'account_holder', reason: 'card_expiring', channels: { mail: 'card_expiring', in_app: { of: 'card' } } },
  ],
  'session_credit.expiring': [
    {
      to: 'account_holder',
      reason: 'session_credit_expiring',
      channels: { mail: 'credits_expiring', in_app: { of: 'session_credit' } },
    },
  ],
  'session_credit.redeemed': [
    {
      to: 'account_holder',
      reason: 'session_credit_redeemed',
      channels: { mail: 'visit_redeemed', in_app: { of: 'redemption' } },
    },
  ],
  'session_credit.returned': [
    {
      to: 'account_holder',
      reason: 'session_credit_redeemed',
      channels: { mail: 'visit_returned', in_app: { of: 'redemption', outcome: 'restored' } },
    },
  ],
  'session_credit.adjusted': [
    { to: 'account_holder', reason: 'session_credit_redeemed', channels: { mail: 'visits_adjusted' } },
  ],
  'support.received': [
    { to: 'support_team', channels: { mail: 'support_report' } },
    { to: 'reporter', reason: 'support_answered', channels: { mail: 'support_received' } },
  ],
  'support.answered': [{ to: 'reporter', reason: 'support_answered', channels: { mail: 'support_answered' } }],
  'privacy.export_ready': [
    {
      to: 'account_holder',
      reason: 'data_request',
      channels: { mail: 'export_ready', in_app: { of: 'data_export', outcome: 'ready' } },
    },
  ],
  'privacy.deletion_scheduled': [
    {
      to: 'account_holder',
      reason: 'data_request',
      channels: { mail: 'deletion_scheduled', in_app: { of: 'account_deletion', outcome: 'scheduled' } },
    },
  ],
  'privacy.deletion_withdrawn': [
    {
      to: 'account_holder',
      reason: 'data_request',
      channels: { mail: 'deletion_withdrawn', in_app: { of: 'account_deletion', outcome: 'withdrawn' } },
    },
  ],
  'campaign.news_queued': [{ to: 'campaign_recipients', reason: 'newsletter', channels: { mail: 'campaign_news' } }],
  'campaign.promotion_queued': [
    {
      to: 'campaign_recipients',
      reason: 'promotion',
      channels: { mail: 'campaign_promotion', in_app: { of: 'campaign' } },
    },
  ],
  'campaign.announcement_queued': [
    { to: 'campaign_recipients', reason: 'event_changed', channels: { mail: 'campaign_announcement' } },
  ],
  'campaign.test_requested': [{ to: 'program_operator', channels: { mail: 'campaign_test' } }],
  'marketing.link_requested': [
    { to: 'account_holder', reason: 'code_requested', channels: { mail: 'unsubscribe_link' } },
  ],
  'marketing.never_signed_up': [{ to: 'program_operator', channels: { mail: 'never_signed_up' } }],
  'feedback.requested': [
    {
      to: 'order_customer',
      reason: 'feedback_request',
      channels: { mail: 'feedback_request', in_app: { of: 'feedback' } },
    },
  ],
  'feedback.received': [{ to: 'program_operator', channels: { mail: 'feedback_digest' } }],
  'health.read_often': [{ to: 'program_operator', channels: { mail: 'health_reads' } }],
  'message.sent': [
    { to: 'program_operator', channels: { mail: 'customer_message' } },
    { to: 'team_members', channels: { mail: 'notice_messages' } },
  ],
  'conversation.assigned': [{ to: 'team_members', channels: { mail: 'notice_messages' } }],
  'team.summary_due': [{ to: 'team_members', channels: { mail: 'notice_summary' } }],
  'message.received': [
    {
      to: 'account_holder',
      reason: 'message_received',
      channels: { mail: 'message_received', in_app: { of: 'message' } },
    },
  ],
  'message.reply_refused': [{ to: 'mail_sender', channels: { mail: 'mail_reply_refused' } }],
  'site.needs_attention': [{ to: 'site_operator', channels: { mail: 'site_alert' } }],
}

export const isDomainEvent = (kind: string): kind is DomainEvent => kind in notificationTable

const reasonsOfMails = new Map<string, NotificationReason>(
  Object.values(notificationTable)
    .flat()
    .flatMap((notification) =>
      'reason' in notification && notification.channels.mail ? [[notification.channels.mail, notification.reason]] : [],
    ),
)

/**
 * The reason of a mail, or null for mail to staff. Mail about a refund always has the refund's reason, which cannot be
 * turned off.
 */
export function reasonOfMail(template: MailTemplateName, body: unknown): NotificationReason | null {
  const {
    returned = 0,
    amount = 0,
    is_late = false,
    result,
  } = (body ?? {}) as Partial<DomainEvents['order.cancelled'] & DomainEvents['registration.cancelled']>
  const isRefund = is_late || returned > 0 || (result === 'automatic' && amount > 0)
  return isRefund && cancellationMails.includes(template) ? 'refund_updated' : (reasonsOfMails.get(template) ?? null)
}

const cancellationMails: readonly MailTemplateName[] = ['order_cancelled', 'registration_cancelled']
