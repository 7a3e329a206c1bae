import type { ShapeWords } from '../field-words.ts'

const publicKey = 'BP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A8'
const p256dh = 'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4'

export const notificationShapes: Record<string, ShapeWords> = {
  Notification: {
    id: ['Id of the notification.', 'ntf_5f0c7d1e'],
    program_id: [
      'Program it is of; null for one about the account, which is in the list of every program.',
      'lakeside',
    ],
    topic_group: ['The group of its reason.', 'registrations'],
    reason: ['Why it was sent.', 'registration_confirmed'],
    is_read: ['Whether it was marked as read.', false],
    is_archived: ['Whether it was archived.', false],
    title: ['What happened, in the language of the answer.', 'Confirmed: Canoe Week'],
    text: ['More about it, may be empty.', 'For Maya and Samuel.'],
    url: ['Address of the page it is about, on this site.', '/pg/lakeside/profile/orders/ord_7mC4xY2vB9'],
    order_id: ['The `id` of the Order it is about; null without one.', 'ord_7mC4xY2vB9'],
    registration_id: ['The `id` of the Registration it is about; null without one.', 'reg_4sD8fG1hJ6'],
    event_id: ['The `id` of the Event it is about; null without one.', 'evt_5nK2pQ8rT1'],
  },
  NotificationCount: {
    changed: ['How many were changed.', 3],
    unread: ['How many are now neither read nor archived.', 0],
  },
  AllNotificationsRequest: {
    before: [
      'Time of the newest one that the page showed: what came later stays as it is. Left out: all of them.',
      '2027-07-11T13:04:00.000Z',
    ],
  },
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
  PushSubscription: {
    id: ['Id of the subscription.', 'psb_5f0c7d1e'],
    endpoint: [
      'Address of the browser at its push service.',
      'https://updates.push.services.mozilla.com/wpush/v2/gAAA',
    ],
    keys: 'What messages are encrypted with (RFC 8291).',
    'keys.p256dh': ['Public key of the browser, 65 bytes.', p256dh],
    'keys.auth': ['Secret of the browser, 16 bytes.', 'BTBZMqHH6r4Tts7J_aSIgg'],
    public_key: ['Key of this site that it was made with.', publicKey],
    status: ['`stale` after two messages in a row that did not get there; one that does makes it `active`.', 'active'],
    browser: ['Name of the browser; null where it cannot be told.', 'Chrome'],
    system: ['Name of its system; null where it cannot be told.', 'Android'],
    is_current: ['Whether it was subscribed in the session of this call.', true],
    reached_at: ['When its push service last took a message; null before the first.', '2027-07-11T13:04:00.000Z'],
  },
  AddPushSubscriptionRequest: {
    endpoint: [
      'What `PushSubscription.toJSON()` of the browser says, like `keys`.',
      'https://updates.push.services.mozilla.com/wpush/v2/gAAA',
    ],
    keys: 'Its keys.',
    'keys.p256dh': ['Public key of the browser, 65 bytes in base64url.', p256dh],
    'keys.auth': ['Secret of the browser, 16 bytes in base64url.', 'BTBZMqHH6r4Tts7J_aSIgg'],
    expirationTime: ['Accepted and ignored.', null],
    public_key: ['The `applicationServerKey` it was made with; the newest one unless given.', publicKey],
    renews: [
      'Endpoint of the caller that this one takes the place of; 404 where there is none, so that nothing begins that nobody allowed.',
      'https://updates.push.services.mozilla.com/wpush/v2/gBBB',
    ],
    program_id: ['Program on whose page it was allowed: messages about the account lead there.', 'lakeside'],
  },
  PushPreload: {
    public_key: ['The `applicationServerKey` to subscribe with; null where the site sends no push.', publicKey],
    has_subscription: ['Whether the browser of this session is subscribed.', false],
    permission_hint: [
      '`ask`: there is a booking to be notified of. `wait`: not yet. `granted`: this browser is subscribed. `renew`: it is, and should subscribe anew.',
      'ask',
    ],
  },
  TestPushRequest: {
    endpoint: [
      'Endpoint of the browser; the one of this session unless given.',
      'https://updates.push.services.mozilla.com/wpush/v2/gAAA',
    ],
  },
  PushTest: {
    result: [
      '`sent`: the push service took it. `removed`: it no longer has the browser. `failed`: try again later.',
      'sent',
    ],
  },
  PushRemoval: { removed: ['How many were removed.', 1] },
  UpdateNotificationPreferencesRequest: {
    enabled: ['False turns off all that can be turned off, until it is true again.', true],
    notifications: 'What changes; reasons that are not named stay.',
    object: ['Accepted and ignored.', 'notification_preferences'],
    user_id: ['Accepted and ignored.', 'usr_5f0c7d1e'],
    email: ['Accepted and ignored.', 'nadia@example.com'],
  },
}
