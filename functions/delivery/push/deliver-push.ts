import { createHash } from 'node:crypto'
import { type NotificationReason, rulesOf } from '../../contract/delivery/notification.ts'
import type { Ctx } from '../../platform/context.ts'
import type { Statement } from '../../platform/database/database.ts'
import { hasNoAttemptLeft, type OutboxRow, PostponedDelivery } from '../../platform/database/outbox-rows.ts'
import { DeliveryFailure } from '../mail/delivery-failure.ts'
import type { NewNotifications } from '../notifications/fan-out.ts'
import { findNotification } from '../notifications/own-notifications.ts'
import { isWantedBy } from '../notifications/preference-lookup.ts'
import { recordPushOutcome } from './record-push-outcome.ts'
import { insertPushDeliveries, pushDelivery } from './push-rows.ts'
import { quietUntil, urgencyOf, uselessAt } from './push-timing.ts'
import { sendPush } from './send-push.ts'

type Delivery = Awaited<ReturnType<typeof pushDelivery>>[number]
const minTtlSeconds = 60
const maxTopicLength = 32

/** Fans out new notifications to browsers, in the same batch. */
export function deliverToBrowsers(
  ctx: Ctx,
  event: Pick<OutboxRow, 'body' | 'priority'>,
  { reason, whose }: { reason: NotificationReason; whose: NewNotifications },
): Statement {
  const { expires_at } = event.body as { expires_at?: unknown }
  return insertPushDeliveries(ctx, {
    whose,
    reason,
    isOnByDefault: rulesOf(reason).push,
    expires_at: typeof expires_at === 'number' ? expires_at : null,
    priority: event.priority,
  })
}

/**
 * Sends one notification to one browser, if it is still true, wanted and unread. In quiet hours it waits until the
 * morning. A failing push service is retried until the message is outdated. An unknown subscription is removed. Only a
 * rejected message needs an operator.
 */
export async function deliverPush(ctx: Ctx, row: OutboxRow): Promise<void> {
  const { notification_id, expires_at = null } = row.body as { notification_id: string; expires_at?: number | null }
  const [delivery] = await pushDelivery(ctx, { subscription_id: row.ref, notification_id })
  if (!delivery?.is_active || delivery.is_read || !isStillTrue(delivery)) return
  const { subscription, reason, timezone, language, starts_at } = delivery
  const { user_id } = subscription
  if (!(await isWantedBy(ctx, { user_id }, { reason, channel: 'push' }))) return
  const moment = { reason, now: ctx.now, starts_at, expires_at }
  const ttl = uselessAt(moment) - ctx.now
  if (ttl <= 0) return
  const until = quietUntil({ ...moment, timezone })
  if (until !== null) throw new PostponedDelivery('quiet_hours', until)

  const program_id = delivery.program_id ?? subscription.program_id
  const notification = await findNotification(ctx, { user_id, program_id: program_id ?? '' }, notification_id, language)
  if (!notification) return
  const { title, text, url } = notification
  const outcome = await sendPush(ctx, subscription, {
    message: {
      title,
      body: text,
      url: program_id ? `${url}${url.includes('?') ? '&' : '?'}lang=${language}` : '/',
      tag: notification_id,
      lang: language,
    },
    ttlSeconds: Math.max(minTtlSeconds, Math.floor(ttl / 1000)),
    urgency: urgencyOf(reason),
    topic: createHash('sha256').update(delivery.topic).digest('base64url').slice(0, maxTopicLength),
  })
  await recordPushOutcome(ctx, subscription, outcome)
  if (outcome.result === 'refused') throw new DeliveryFailure('refused', outcome.code)
  if (outcome.result !== 'later') return
  ctx.log('push_not_delivered', { reason: outcome.code, attempts: row.attempts })
  // The notification remains in the list on the site, and in the mail for users who want it.
  if (hasNoAttemptLeft(row)) return
  throw new PostponedDelivery(outcome.code, outcome.retryAfterMs === null ? null : ctx.now + outcome.retryAfterMs)
}

const aboutPlaces: ReadonlySet<NotificationReason> = new Set([
  'event_changed',
  'reminder_24h',
  'reminder_2h',
  'waiver_pending',
])

/** True while the message is correct: the place is still booked, or the payment still missing. */
function isStillTrue({ reason, outcome, order_status, has_places }: Delivery): boolean {
  if (aboutPlaces.has(reason)) return has_places === 1
  if (reason === 'payment_failed') return outcome === 'expired' || order_status !== 'paid'
  return true
}
