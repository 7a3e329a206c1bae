import * as z from 'zod/mini'
import { code, Id, ProgramId } from '../field-rules.ts'
import { flagInQuery, oneOrMore, paging } from '../paging.ts'

export const topicGroups = [
  'orders',
  'registrations',
  'schedule',
  'waitlist',
  'memberships',
  'messages',
  'feedback',
  'account',
  'marketing',
] as const
export type TopicGroup = (typeof topicGroups)[number]

/** The rows of the preferences page: reasons that are switched together. */
export const preferenceTopics = [
  'payments',
  'bookings',
  'changes',
  'cancelled_events',
  'waitlist',
  'memberships',
  'messages',
  'feedback',
  'security',
  'news',
] as const
export type PreferenceTopic = (typeof preferenceTopics)[number]
/** Topics in the table of the preferences page. Marketing has its own box below the table. */
export type TableTopic = Exclude<PreferenceTopic, 'news'>

/** `email: 'required'` cannot be turned off; `push` applies from the first device that allows it. */
type ReasonRules = {
  topic_group: TopicGroup
  topic: PreferenceTopic
  email: 'required' | 'on' | 'off'
  push: boolean
}

/** Reasons for notifications, with their defaults. */
export const notificationReasons = {
  order_paid: { topic_group: 'orders', topic: 'payments', email: 'required', push: false },
  order_cancelled: { topic_group: 'orders', topic: 'bookings', email: 'on', push: false },
  refund_updated: { topic_group: 'orders', topic: 'payments', email: 'required', push: false },
  payment_failed: { topic_group: 'orders', topic: 'payments', email: 'required', push: true },
  payment_due: { topic_group: 'orders', topic: 'payments', email: 'required', push: false },
  balance_changed: { topic_group: 'orders', topic: 'payments', email: 'required', push: false },
  card_expiring: { topic_group: 'orders', topic: 'payments', email: 'required', push: false },
  registration_confirmed: { topic_group: 'registrations', topic: 'bookings', email: 'on', push: false },
  registration_cancelled: { topic_group: 'registrations', topic: 'bookings', email: 'on', push: false },
  waiver_pending: { topic_group: 'registrations', topic: 'bookings', email: 'on', push: false },
  event_changed: { topic_group: 'schedule', topic: 'changes', email: 'on', push: true },
  reminder_24h: { topic_group: 'schedule', topic: 'changes', email: 'on', push: true },
  reminder_2h: { topic_group: 'schedule', topic: 'changes', email: 'on', push: true },
  event_cancelled: { topic_group: 'schedule', topic: 'cancelled_events', email: 'required', push: true },
  waitlist_offer: { topic_group: 'waitlist', topic: 'waitlist', email: 'on', push: true },
  waitlist_offer_expiring: { topic_group: 'waitlist', topic: 'waitlist', email: 'on', push: true },
  session_credit_expiring: { topic_group: 'memberships', topic: 'memberships', email: 'on', push: false },
  session_credit_redeemed: { topic_group: 'memberships', topic: 'memberships', email: 'on', push: false },
  membership_renewed: { topic_group: 'memberships', topic: 'memberships', email: 'on', push: false },
  membership_payment_failed: { topic_group: 'memberships', topic: 'memberships', email: 'on', push: false },
  membership_ending: { topic_group: 'memberships', topic: 'memberships', email: 'on', push: false },
  message_received: { topic_group: 'messages', topic: 'messages', email: 'on', push: true },
  feedback_request: { topic_group: 'feedback', topic: 'feedback', email: 'on', push: false },
  email_changed: { topic_group: 'account', topic: 'security', email: 'required', push: false },
  new_login: { topic_group: 'account', topic: 'security', email: 'required', push: false },
  password_changed: { topic_group: 'account', topic: 'security', email: 'required', push: false },
  passkey_changed: { topic_group: 'account', topic: 'security', email: 'required', push: false },
  code_requested: { topic_group: 'account', topic: 'security', email: 'required', push: false },
  invitation: { topic_group: 'account', topic: 'security', email: 'required', push: false },
  data_request: { topic_group: 'account', topic: 'security', email: 'required', push: false },
  support_answered: { topic_group: 'account', topic: 'security', email: 'required', push: false },
  newsletter: { topic_group: 'marketing', topic: 'news', email: 'off', push: false },
  promotion: { topic_group: 'marketing', topic: 'news', email: 'off', push: false },
} as const satisfies Record<string, ReasonRules>
export type NotificationReason = keyof typeof notificationReasons
export const notificationReasonNames = Object.keys(notificationReasons) as [NotificationReason, ...NotificationReason[]]

/** The defaults of a reason. */
export const rulesOf = (reason: NotificationReason): ReasonRules => notificationReasons[reason]

/** The channels of one reason. `is_email_required` (our addition): its emails cannot be switched off. */
export const NotificationSetting = z.strictObject({
  reason: z.enum(notificationReasonNames),
  name: z.string(),
  topic_group: z.enum(topicGroups),
  email: z.boolean(),
  push: z.boolean(),
  is_email_required: z.boolean(),
})
export type NotificationSetting = z.infer<typeof NotificationSetting>

/** The notification settings of a user. While `enabled` is false only required emails are sent. */
export const NotificationPreferences = z.strictObject({
  object: z.literal('notification_preferences'),
  user_id: z.string(),
  email: z.string(),
  enabled: z.boolean(),
  notifications: z.array(NotificationSetting),
})
export type NotificationPreferences = z.infer<typeof NotificationPreferences>

const ignored = z.optional(z.unknown())
const onOrOff = z.optional(z.boolean({ error: code('invalid_option') }))

/** One change: of a reason, or of every changeable reason of a topic group. */
export const ChangeNotificationSetting = z.strictObject({
  reason: z.optional(z.enum(notificationReasonNames, { error: code('invalid_option') })),
  topic_group: z.optional(z.enum(topicGroups, { error: code('invalid_option') })),
  email: onOrOff,
  push: onOrOff,
  name: ignored,
  is_email_required: ignored,
})
export type ChangeNotificationSetting = z.infer<typeof ChangeNotificationSetting>

/** Body of PUT profile/preferences/notifications: present settings change, the others stay. */
export const UpdateNotificationPreferencesRequest = z.strictObject({
  enabled: onOrOff,
  notifications: z.optional(z.array(ChangeNotificationSetting).check(z.maxLength(100))),
  object: ignored,
  user_id: ignored,
  email: ignored,
})
export type UpdateNotificationPreferencesRequest = z.infer<typeof UpdateNotificationPreferencesRequest>

/** Query of GET profile/preferences/notifications. */
export const NotificationPreferencesQuery = z.strictObject({
  topic_group: z.optional(oneOrMore(z.enum(topicGroups))),
})

/** The outcome of an event, when it does not follow from the reason. */
export const notificationOutcomes = [
  'approved',
  'declined',
  'waiting',
  'failed',
  'expired',
  'due',
  'received',
  'restored',
  'one_day',
  'removed',
  'ready',
  'scheduled',
  'withdrawn',
] as const
export type NotificationOutcome = (typeof notificationOutcomes)[number]

/**
 * A notification in its reader's list. Our additions: all fields except `topic_group`, `reason`, `is_read` and
 * `is_archived`. `url` is the page of its subject.
 */
export const Notification = z.strictObject({
  id: z.string(),
  object: z.literal('notification'),
  program_id: z.nullable(z.string()),
  topic_group: z.enum(topicGroups),
  reason: z.enum(notificationReasonNames),
  is_read: z.boolean(),
  is_archived: z.boolean(),
  title: z.string(),
  text: z.string(),
  url: z.string(),
  order_id: z.nullable(z.string()),
  registration_id: z.nullable(z.string()),
  event_id: z.nullable(z.string()),
  created: z.string(),
})
export type Notification = z.infer<typeof Notification>

/** The number of notifications that are unread and not archived after a bulk change, and the number that it changed. */
export const NotificationCount = z.strictObject({
  object: z.literal('notification_count'),
  changed: z.int(),
  unread: z.int(),
})
export type NotificationCount = z.infer<typeof NotificationCount>

/** Query of GET programs/{program_id}/notifications: by topic group, archived, read. */
export const NotificationListQuery = z.strictObject({
  ...paging,
  order: z._default(z.enum(['asc', 'desc']), 'desc'),
  sort: z._default(z.enum(['created']), 'created'),
  id: z.optional(oneOrMore(Id)),
  topic_group: z.optional(oneOrMore(z.enum(topicGroups))),
  is_read: z.optional(flagInQuery),
  is_archived: z.optional(flagInQuery),
})
export type NotificationListQuery = z.infer<typeof NotificationListQuery>

export const InNotification = z.strictObject({ program_id: ProgramId, notification_id: Id })

/**
 * Body of mark_all and archive_all. `before` is the newest notification that the page showed; newer ones stay
 * unchanged.
 */
export const AllNotificationsRequest = z.optional(
  z.strictObject({
    before: z.optional(z.iso.datetime({ error: code('invalid_date') })),
  }),
)
export type AllNotificationsRequest = z.infer<typeof AllNotificationsRequest>
