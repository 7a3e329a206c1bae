import { and, eq, sql } from 'drizzle-orm'
import type { NotificationReason } from '../../contract/delivery/notification.ts'
import type { Ctx } from '../../platform/context.ts'
import type { Statement } from '../../platform/database/database.ts'
import { notificationSettings, users } from '../../platform/database/tables.ts'
import type { SettingChange } from './preference-rules.ts'

/** A user's preferences by reason. */
export const settingsOf = (ctx: Ctx, user_id: string) =>
  ctx.db.select().from(notificationSettings).where(eq(notificationSettings.user_id, user_id))

/** A reader, and whether they are subscribed to any program's news. */
export const readerById = (ctx: Ctx, user_id: string) =>
  ctx.db
    .select({
      user_id: users.id,
      email: users.email,
      enabled: users.notifications_enabled,
      is_subscribed: sql<number>`EXISTS (SELECT 1 FROM customers AS c JOIN customer_profiles AS p ON p.customer_id = c.id WHERE c.user_id = ${user_id} AND p.is_subscribed = 1)`,
    })
    .from(users)
    .where(eq(users.id, user_id))
export type ReaderRow = Awaited<ReturnType<typeof readerById>>[number]

export type Whose = { user_id: string } | { email_key: string }

/** A user's preference for a reason; no row for an unknown user. */
export const choiceOf = (ctx: Ctx, reason: NotificationReason, whose: Whose) =>
  ctx.db
    .select({
      enabled: users.notifications_enabled,
      email: notificationSettings.email,
      push: notificationSettings.push,
    })
    .from(users)
    .leftJoin(
      notificationSettings,
      and(eq(notificationSettings.user_id, users.id), eq(notificationSettings.reason, reason)),
    )
    .where('user_id' in whose ? eq(users.id, whose.user_id) : eq(users.email_key, whose.email_key))

/** Stores the preference for one reason; unnamed fields stay. */
export const changeSetting = (ctx: Ctx, user_id: string, { reason, ...change }: SettingChange): Statement =>
  ctx.db
    .insert(notificationSettings)
    .values({ user_id, reason, ...change, updated: ctx.now })
    .onConflictDoUpdate({
      target: [notificationSettings.user_id, notificationSettings.reason],
      set: { ...change, updated: ctx.now },
    })

export const setNotificationsEnabled = (ctx: Ctx, user_id: string, enabled: boolean): Statement =>
  ctx.db.update(users).set({ notifications_enabled: enabled, updated: ctx.now }).where(eq(users.id, user_id))
