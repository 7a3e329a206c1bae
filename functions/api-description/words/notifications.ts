import type { ShapeWords } from '../field-words.ts'

export const notificationShapes: Record<string, ShapeWords> = {
  NotificationSetting: {
    reason: ['Why the user is notified.', 'event_changed'],
    name: ['Its name, in the language of the answer.', 'New times and places'],
    topic_group: ['The group it belongs to.', 'schedule'],
    email: ['Whether it is sent by email.', true],
    push: ['Whether it is sent to devices that allow it.', true],
    is_email_required: ['Its emails are always sent: `email` cannot be false.', false],
  },
  NotificationPreferences: {
    user_id: ['The `id` of the User.', 'usr_5f0c7d1e'],
    email: ['Where emails go.', 'nadia@example.com'],
    enabled: ['While false only emails that are always sent go out.', true],
    notifications: 'Every reason of the requested topic groups.',
  },
  ChangeNotificationSetting: {
    reason: ['The reason to change. This or `topic_group`.', 'event_changed'],
    topic_group: ['Every reason of this group that can be changed. This or `reason`.', 'schedule'],
    email: ['By email, or not.', false],
    push: ['To devices that allow it, or not.', true],
    name: ['Accepted and ignored.', 'New times and places'],
    is_email_required: ['Accepted and ignored.', false],
  },
  UpdateNotificationPreferencesRequest: {
    enabled: ['False turns off all that can be turned off, until it is true again.', true],
    notifications: 'What changes; reasons that are not named stay.',
    object: ['Accepted and ignored.', 'notification_preferences'],
    user_id: ['Accepted and ignored.', 'usr_5f0c7d1e'],
    email: ['Accepted and ignored.', 'nadia@example.com'],
  },
}
