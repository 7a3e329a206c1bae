import { ApiError } from '../../contract/api-error.ts'
import type {
  AllNotificationsRequest,
  Notification,
  NotificationCount,
  NotificationListQuery,
} from '../../contract/delivery/notification.ts'
import { list, type List } from '../../contract/paging.ts'
import type { Language } from '../../contract/field-rules.ts'
import type { Ctx, CustomerContext } from '../../platform/context.ts'
import { commit } from '../../platform/database/commit.ts'
import {
  changeNotification,
  changeNotifications,
  countNotifications,
  type NotificationChange,
  notificationById,
  notificationsOf,
  type Reader,
} from './notification-rows.ts'
import { showNotification } from './show-notification.ts'

const unreadOnes = { is_read: false, is_archived: false }
const readerOf = (ctx: CustomerContext, program_id: string): Reader => ({ user_id: ctx.actor.user_id, program_id })

/**
 * GET programs/{program_id}/notifications: the caller's notifications in a program, including those about the account.
 */
export async function listNotifications(
  ctx: CustomerContext,
  { program_id, ...query }: { program_id: string } & NotificationListQuery,
): Promise<List<Notification>> {
  const reader = readerOf(ctx, program_id)
  const [rows, totals] = await ctx.db.batch([
    notificationsOf(ctx, reader, query),
    countNotifications(ctx, reader, query),
  ])
  const shown = rows.map((row) => showNotification(row, { env: ctx.env, language: ctx.language, program_id }))
  return list(shown, totals[0]?.total ?? 0, query)
}

/** GET programs/{program_id}/notifications/{notification_id}: one notification of the caller. */
export async function readNotification(
  ctx: CustomerContext,
  { program_id, notification_id }: { program_id: string; notification_id: string },
): Promise<Notification> {
  const [row] = await notificationById(ctx, readerOf(ctx, program_id), notification_id)
  if (!row) throw new ApiError('not_found')
  return showNotification(row, { env: ctx.env, language: ctx.language, program_id })
}

/** POST programs/{program_id}/notifications/{notification_id}/mark, unmark, archive, unarchive. Idempotent. */
export async function findNotification(
  ctx: Ctx,
  reader: Reader,
  notification_id: string,
  language: Language,
): Promise<Notification | null> {
  const [row] = await notificationById(ctx, reader, notification_id)
  return row ? showNotification(row, { env: ctx.env, language, program_id: reader.program_id }) : null
}

/**
 * POST programs/{program_id}/notifications/mark_all and archive_all: changes the notifications that the page had when
 * it was loaded; later ones stay unread.
 */
export async function changeOwnNotification(
  ctx: CustomerContext,
  { program_id, notification_id }: { program_id: string; notification_id: string },
  change: NotificationChange,
): Promise<Notification> {
  const reader = readerOf(ctx, program_id)
  const [[row]] = await commit(
    ctx,
    [changeNotification(ctx, reader, notification_id, change)],
    notificationById(ctx, reader, notification_id),
  )
  if (!row) throw new ApiError('not_found')
  return showNotification(row, { env: ctx.env, language: ctx.language, program_id })
}

/**
 * POST programs/{program_id}/notifications/mark_all and archive_all: changes the notifications that the page had when
 * it was loaded. Later notifications stay unread.
 */
export async function changeAllNotifications(
  ctx: CustomerContext,
  { program_id, before }: { program_id: string } & NonNullable<AllNotificationsRequest>,
  change: 'mark' | 'archive',
): Promise<NotificationCount> {
  const reader = readerOf(ctx, program_id)
  const until = before === undefined ? ctx.now : Date.parse(before)
  const [changed, counts] = await commit(
    ctx,
    [],
    changeNotifications(ctx, reader, change, until),
    countNotifications(ctx, reader, unreadOnes),
  )
  return { object: 'notification_count', changed: changed.length, unread: counts[0]?.total ?? 0 }
}
