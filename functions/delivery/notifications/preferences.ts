import { ApiError } from '../../contract/api-error.ts'
import {
  type NotificationPreferences,
  notificationReasonNames,
  rulesOf,
  type TopicGroup,
  type UpdateNotificationPreferencesRequest,
} from '../../contract/delivery/notification.ts'
import { notificationReasonWords } from '../../contract/sentences/notification-reason-words.ts'
import type { CustomerContext } from '../../platform/context.ts'
import { commit } from '../../platform/database/commit.ts'
import { changesOf } from './preference-rules.ts'
import { changeSetting, type ReaderRow, readerById, setNotificationsEnabled, settingsOf } from './preference-rows.ts'

type SettingRow = Awaited<ReturnType<typeof settingsOf>>[number]

/** GET profile/preferences/notifications: the caller's preferences, for some topic groups or all. */
export async function readPreferences(
  ctx: CustomerContext,
  input: { topic_group?: TopicGroup[] | undefined } = {},
): Promise<NotificationPreferences> {
  const { user_id } = ctx.actor
  const [[reader], settings] = await ctx.db.batch([readerById(ctx, user_id), settingsOf(ctx, user_id)])
  return preferencesOf(ctx, reader, settings, input.topic_group)
}

/** PUT profile/preferences/notifications: changes the named settings only. */
export async function updatePreferences(
  ctx: CustomerContext,
  input: UpdateNotificationPreferencesRequest,
): Promise<NotificationPreferences> {
  const { user_id } = ctx.actor
  const answer = changesOf(input.notifications ?? [])

  if (!answer.ok) {
    const type = answer.refused === 'required' ? 'notification_required' : 'required'
    const field = answer.refused === 'required' ? 'email' : 'reason'
    throw new ApiError(type, { param: `notifications.${answer.at}.${field}` })
  }

  const [[reader], settings] = await commit(
    ctx,
    [
      ...(input.enabled === undefined ? [] : [setNotificationsEnabled(ctx, user_id, input.enabled)]),
      ...answer.changes.map((change) => changeSetting(ctx, user_id, change)),
    ],
    readerById(ctx, user_id),
    settingsOf(ctx, user_id),
  )
  return preferencesOf(ctx, reader, settings)
}

function preferencesOf(
  ctx: CustomerContext,
  reader: ReaderRow | undefined,
  settings: readonly SettingRow[],
  groups?: readonly TopicGroup[],
): NotificationPreferences {
  if (!reader) throw new ApiError('not_authenticated')
  const chosen = new Map(settings.map((row) => [row.reason, row]))
  const reasons = notificationReasonNames.filter((reason) => groups?.includes(rulesOf(reason).topic_group) ?? true)
  return {
    object: 'notification_preferences',
    user_id: reader.user_id,
    email: reader.email,
    enabled: reader.enabled,
    notifications: reasons.map((reason) => {
      const { topic_group, email, push } = rulesOf(reason)
      const own = chosen.get(reason)
      const isOnByDefault = email === 'off' ? reader.is_subscribed === 1 : true
      return {
        reason,
        name: notificationReasonWords[ctx.language][reason],
        topic_group,
        email: email === 'required' || (own?.email ?? isOnByDefault),
        push: own?.push ?? push,
        is_email_required: email === 'required',
      }
    }),
  }
}
