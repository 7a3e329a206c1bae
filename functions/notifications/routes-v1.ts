import { Hono } from 'hono'
import {
  NotificationPreferences,
  NotificationPreferencesQuery,
  UpdateNotificationPreferencesRequest,
} from '../contract/notification.ts'
import type { Worker } from '../context.ts'
import { describeRoute } from '../middleware/describe-route.ts'
import { signedIn } from '../middleware/signed-in.ts'
import { validate } from '../middleware/validate.ts'
import { showPreferences, updatePreferences } from './preferences.ts'

const tag = 'Notifications'

/** What reaches the caller, mounted at /v1/profile/preferences/notifications. */
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
    async (c) => c.json(await showPreferences(c.var.ctx, c.req.valid('query')), 200),
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
