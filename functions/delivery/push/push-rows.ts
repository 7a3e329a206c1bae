import { hourMs } from '../../contract/limits.ts'
import { and, asc, count, desc, eq, or, sql } from 'drizzle-orm'
import type { NotificationReason } from '../../contract/delivery/notification.ts'
import type { Page } from '../../contract/paging.ts'
import type { Ctx, CustomerContext } from '../../platform/context.ts'
import type { Statement } from '../../platform/database/database.ts'
import { outbox, programs, pushSubscriptions, pushTests, users } from '../../platform/database/tables.ts'
import type { NewNotifications } from '../notifications/fan-out.ts'
import * as registrationStates from '../../contract/states/registration-states.ts'
import { statusList } from '../../platform/database/status-sql.ts'

export type PushSubscriptionRow = typeof pushSubscriptions.$inferSelect
/** A subscription is stale after this many consecutive failures; a success makes it active. */
const failuresUntilStale = 2

const isOwn = ({ actor }: CustomerContext) => eq(pushSubscriptions.user_id, actor.user_id)
const isCalled = (name: string) => or(eq(pushSubscriptions.endpoint, name), eq(pushSubscriptions.id, name))

/** One page of the caller's subscriptions. */
export const listOwnSubscriptions = (ctx: CustomerContext, page: Page) => {
  const way = page.order === 'asc' ? asc : desc
  return ctx.db
    .select()
    .from(pushSubscriptions)
    .where(isOwn(ctx))
    .orderBy(way(pushSubscriptions.created), way(pushSubscriptions.id))
    .limit(page.limit)
    .offset(page.skip)
}
export const countOwnSubscriptions = (ctx: CustomerContext) =>
  ctx.db.select({ total: count() }).from(pushSubscriptions).where(isOwn(ctx))

/** The caller's subscription by its endpoint or id. */
export const ownSubscription = (ctx: CustomerContext, name: string) =>
  ctx.db
    .select()
    .from(pushSubscriptions)
    .where(and(isOwn(ctx), isCalled(name)))

/** The subscription of the calling browser. */
export const subscriptionOfSession = (ctx: CustomerContext) =>
  ctx.db
    .select()
    .from(pushSubscriptions)
    .where(and(isOwn(ctx), eq(pushSubscriptions.session_id, ctx.actor.session_id)))
    .orderBy(desc(pushSubscriptions.updated))
    .limit(1)

/** True when the caller has a future booking to be notified about. */
export const hasBookingAhead = (ctx: CustomerContext) =>
  ctx.db
    .select({
      is_ahead: sql<number>`EXISTS (SELECT 1 FROM registrations AS r CROSS JOIN bookings AS b ON b.id = r.id, json_each(b.dates) AS d
        WHERE r.customer_id = ${ctx.actor.customer_id} AND r.status IN ${statusList(registrationStates.booked)} AND d.value ->> '$.ends_at' > ${ctx.now})`,
    })
    .from(users)
    .where(eq(users.id, ctx.actor.user_id))

/** Stores a subscription; an existing endpoint moves to the account that registers it last. */
export const keepSubscription = (
  ctx: Ctx,
  row: Omit<PushSubscriptionRow, 'created' | 'updated' | 'status' | 'failures' | 'stale_since' | 'reached_at'>,
): Statement => {
  const fresh = { status: 'active' as const, failures: 0, stale_since: null, updated: ctx.now }
  const { id: _, ...changes } = row
  return ctx.db
    .insert(pushSubscriptions)
    .values({ ...row, ...fresh, created: ctx.now })
    .onConflictDoUpdate({
      target: pushSubscriptions.endpoint,
      // Removes the data of the previous account: the id and the time of the last delivery.
      set: {
        ...changes,
        ...fresh,
        id: sql`iif(${pushSubscriptions.user_id} = ${row.user_id}, ${pushSubscriptions.id}, ${row.id})`,
        created: sql`iif(${pushSubscriptions.user_id} = ${row.user_id}, ${pushSubscriptions.created}, ${ctx.now})`,
        reached_at: sql`iif(${pushSubscriptions.user_id} = ${row.user_id}, ${pushSubscriptions.reached_at}, NULL)`,
      },
    })
}

/** Replaces the endpoint of the same browser. */
export const replaceEndpoint = (ctx: CustomerContext, former: string, endpoint: string): Statement[] => [
  ctx.db.delete(pushSubscriptions).where(eq(pushSubscriptions.endpoint, endpoint)),
  ctx.db
    .update(pushSubscriptions)
    .set({ endpoint, updated: ctx.now })
    .where(and(isOwn(ctx), isCalled(former))),
]

/** Removes the caller's subscription with this endpoint or id, or all of theirs. */
export const removeOwn = (ctx: CustomerContext, name: string | null) =>
  ctx.db
    .delete(pushSubscriptions)
    .where(name === null ? isOwn(ctx) : and(isOwn(ctx), isCalled(name)))
    .returning({ id: pushSubscriptions.id })

/** Counts a test message of the caller: the schema rejects the fourth within an hour. */
export const countTest = (ctx: CustomerContext): Statement => {
  const isOver = sql`${pushTests.since} <= ${ctx.now - hourMs}`
  return ctx.db
    .insert(pushTests)
    .values({ user_id: ctx.actor.user_id, since: ctx.now, sent: 1 })
    .onConflictDoUpdate({
      target: pushTests.user_id,
      set: {
        sent: sql`iif(${isOver}, 1, ${pushTests.sent} + 1)`,
        since: sql`iif(${isOver}, ${ctx.now}, ${pushTests.since})`,
      },
    })
}

/** Removes a subscription unknown to its push service, unless the browser renewed it in the meantime. */
export const removeGone = (ctx: Ctx, { id, endpoint }: PushSubscriptionRow): Statement =>
  ctx.db.delete(pushSubscriptions).where(and(eq(pushSubscriptions.id, id), eq(pushSubscriptions.endpoint, endpoint)))

/** Records a delivered message. */
export const markReached = (ctx: Ctx, { id }: PushSubscriptionRow): Statement =>
  ctx.db
    .update(pushSubscriptions)
    .set({ status: 'active', failures: 0, stale_since: null, reached_at: ctx.now })
    .where(eq(pushSubscriptions.id, id))

/** Records a failed message. */
export const countFailure = (ctx: Ctx, { id }: PushSubscriptionRow): Statement => {
  const isStale = sql`${pushSubscriptions.failures} + 1 >= ${failuresUntilStale}`
  return ctx.db
    .update(pushSubscriptions)
    .set({
      failures: sql`${pushSubscriptions.failures} + 1`,
      status: sql`iif(${isStale}, 'stale', ${pushSubscriptions.status})`,
      stale_since: sql`iif(${isStale}, coalesce(${pushSubscriptions.stale_since}, ${ctx.now}), NULL)`,
    })
    .where(eq(pushSubscriptions.id, id))
}

/** Removes subscriptions that have been stale since before a given time, some hundreds per run. */
export const removeStaleSince = (ctx: Ctx, before: number): Statement =>
  ctx.db
    .delete(pushSubscriptions)
    .where(
      sql`id IN (SELECT id FROM push_subscriptions INDEXED BY push_subscriptions_stale WHERE stale_since < ${before} LIMIT 500)`,
    )

/**
 * Inserts a delivery to each browser of the readers of new notifications, in the batch that writes those notifications,
 * only for wanted reasons and only in programs with push.
 */
export const insertPushDeliveries = (
  ctx: Ctx,
  input: {
    whose: NewNotifications
    reason: NotificationReason
    isOnByDefault: boolean
    expires_at: number | null
    priority: number
  },
): Statement => {
  const { whose, reason, priority } = input
  const which =
    'dedupe' in whose
      ? sql`n.dedupe = ${whose.dedupe}`
      : // The key of the delivery to each customer of the event: `event.changed:<event>:<customer>:<time>`.
        sql`n.dedupe >= ${`event.changed:${whose.event_id}:`} AND n.dedupe < ${`event.changed:${whose.event_id};`} AND n.created = ${whose.notify_at}`
  return ctx.db
    .insert(outbox)
    .select(sql`SELECT NULL, 'push.notification', s.id, 'push.notification:' || n.id || ':' || s.id,
      json_object('notification_id', n.id, 'expires_at', ${input.expires_at}), ${priority}, max(n.created, ${ctx.now}), 0, NULL, NULL, NULL, NULL, NULL
    FROM notifications AS n CROSS JOIN push_subscriptions AS s ON s.user_id = n.user_id CROSS JOIN users AS u ON u.id = n.user_id
      LEFT JOIN notification_settings AS c ON c.user_id = n.user_id AND c.reason = n.reason
      LEFT JOIN programs AS p ON p.id = n.program_id
    WHERE ${which} AND n.reason = ${reason} AND u.is_active = 1 AND u.notifications_enabled = 1 AND coalesce(c.push, ${input.isOnByDefault ? 1 : 0}) = 1
      AND (n.program_id IS NULL OR p.features ->> '$.push_notifications' = 1)`)
    .onConflictDoNothing()
}

/** The data of a delivery: the browser, its user, and the notification's current state. */
export const pushDelivery = (ctx: Ctx, input: { subscription_id: string; notification_id: string }) =>
  ctx.db
    .select({
      subscription: pushSubscriptions,
      language: users.language,
      timezone: users.timezone,
      is_active: users.is_active,
      reason: sql<NotificationReason>`n.reason`,
      outcome: sql<string | null>`n.outcome`,
      program_id: sql<string | null>`n.program_id`,
      topic: sql<string>`n.reason || ':' || coalesce(n.order_id, n.event_id, n.id)`,
      is_read: sql<number>`n.read_at IS NOT NULL`,
      order_status: sql<string | null>`(SELECT o.status FROM orders AS o WHERE o.id = n.order_id)`,
      has_places: sql<number>`EXISTS (SELECT 1 FROM registrations AS r WHERE r.order_id = n.order_id AND (n.event_id IS NULL OR r.event_id = n.event_id) AND r.status IN ${statusList(registrationStates.booked)})`,
      starts_at: sql<number | null>`(SELECT min(d.value ->> '$.starts_at') FROM bookings AS b, json_each(b.dates) AS d
        WHERE b.order_id = n.order_id AND (n.event_id IS NULL OR b.source_id = n.event_id) AND d.value ->> '$.starts_at' > ${ctx.now})`,
    })
    .from(pushSubscriptions)
    .innerJoin(users, eq(users.id, pushSubscriptions.user_id))
    .innerJoin(
      sql`notifications AS n`,
      sql`n.id = ${input.notification_id} AND n.user_id = ${pushSubscriptions.user_id}`,
    )
    .where(eq(pushSubscriptions.id, input.subscription_id))

/** A program's settings for push. */
export const pushProgram = (ctx: Ctx, id: string) =>
  ctx.db.select({ id: programs.id }).from(programs).where(eq(programs.id, id))
