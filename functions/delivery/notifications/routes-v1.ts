import { Hono } from 'hono'
import { InProgram } from '../../contract/people/account.ts'
import {
  AllNotificationsRequest,
  InNotification,
  Notification,
  NotificationCount,
  NotificationListQuery,
  NotificationPreferences,
  NotificationPreferencesQuery,
  UpdateNotificationPreferencesRequest,
} from '../../contract/delivery/notification.ts'
import { listOf } from '../../contract/paging.ts'
import type { Worker } from '../../platform/context.ts'
import { describeRoute } from '../../platform/middleware/describe-route.ts'
import { idempotent } from '../../platform/middleware/idempotency.ts'
import { signedIn } from '../../platform/middleware/signed-in.ts'
import { validate } from '../../platform/middleware/validate.ts'
import {
  changeAllNotifications,
  changeOwnNotification,
  listNotifications,
  readNotification,
} from './own-notifications.ts'
import { readPreferences, updatePreferences } from './preferences.ts'

const tag = 'Notifications'

/** The caller's notification preferences, mounted at /v1/profile/preferences/notifications. */
export const notificationPreferencesV1 = new Hono<Worker>()
  .get(
    '/',
    describeRoute({
      summary: 'What reaches you, and how',
      tag,
      caller: 'customer',
      answers: { 200: NotificationPreferences },
    }),
    signedIn,
    validate('query', NotificationPreferencesQuery),
    async (c) => c.json(await readPreferences(c.var.ctx, c.req.valid('query')), 200),
  )
  .put(
    '/',
    describeRoute({
      summary: 'Turn notifications on and off',
      tag,
      caller: 'customer',
      answers: { 200: NotificationPreferences },
      errors: ['required', 'invalid_option', 'too_long', 'unknown_parameter', 'notification_required'],
    }),
    signedIn,
    validate('json', UpdateNotificationPreferencesRequest),
    async (c) => c.json(await updatePreferences(c.var.ctx, c.req.valid('json')), 200),
  )

const describeChange = (summary: string) =>
  describeRoute({ summary, tag, caller: 'customer', takesKey: true, answers: { 200: Notification } })
const describeChangeOfAll = (summary: string) =>
  describeRoute({
    summary,
    tag,
    caller: 'customer',
    takesKey: true,
    answers: { 200: NotificationCount },
    errors: ['invalid_date', 'unknown_parameter'],
  })

/** The caller's notifications in a program, mounted at /v1/programs/{program_id}/notifications. */
export const notificationsV1 = new Hono<Worker>()
  .get(
    '/',
    describeRoute({
      summary: 'List your notifications',
      tag,
      caller: 'customer',
      answers: { 200: listOf(Notification) },
    }),
    signedIn,
    validate('param', InProgram),
    validate('query', NotificationListQuery),
    async (c) => c.json(await listNotifications(c.var.ctx, { ...c.req.valid('param'), ...c.req.valid('query') }), 200),
  )
  .get(
    '/:notification_id',
    describeRoute({ summary: 'Show one notification', tag, caller: 'customer', answers: { 200: Notification } }),
    signedIn,
    validate('param', InNotification),
    async (c) => c.json(await readNotification(c.var.ctx, c.req.valid('param')), 200),
  )
  .post(
    '/mark_all',
    describeChangeOfAll('Mark all notifications as read'),
    signedIn,
    validate('param', InProgram),
    validate('json', AllNotificationsRequest),
    idempotent,
    async (c) =>
      c.json(await changeAllNotifications(c.var.ctx, { ...c.req.valid('param'), ...c.req.valid('json') }, 'mark'), 200),
  )
  .post(
    '/archive_all',
    describeChangeOfAll('Archive all notifications'),
    signedIn,
    validate('param', InProgram),
    validate('json', AllNotificationsRequest),
    idempotent,
    async (c) =>
      c.json(
        await changeAllNotifications(c.var.ctx, { ...c.req.valid('param'), ...c.req.valid('json') }, 'archive'),
        200,
      ),
  )
  .post(
    '/:notification_id/mark',
    describeChange('Mark a notification as read'),
    signedIn,
    validate('param', InNotification),
    idempotent,
    async (c) => c.json(await changeOwnNotification(c.var.ctx, c.req.valid('param'), 'mark'), 200),
  )
  .post(
    '/:notification_id/unmark',
    describeChange('Mark a notification as unread'),
    signedIn,
    validate('param', InNotification),
    idempotent,
    async (c) => c.json(await changeOwnNotification(c.var.ctx, c.req.valid('param'), 'unmark'), 200),
  )
  .post(
    '/:notification_id/archive',
    describeChange('Archive a notification'),
    signedIn,
    validate('param', InNotification),
    idempotent,
    async (c) => c.json(await changeOwnNotification(c.var.ctx, c.req.valid('param'), 'archive'), 200),
  )
  .post(
    '/:notification_id/unarchive',
    describeChange('Take a notification out of the archive'),
    signedIn,
    validate('param', InNotification),
    idempotent,
    async (c) => c.json(await changeOwnNotification(c.var.ctx, c.req.valid('param'), 'unarchive'), 200),
  )
