import type { NotificationReason } from '../../contract/delivery/notification.ts'
import type { Ctx, Priority } from '../../platform/context.ts'
import type { Statement } from '../../platform/database/database.ts'
import {
  type DeliveryKind,
  type DomainEvent,
  type DomainEvents,
  priorities,
  queueDelivery,
} from '../../platform/database/outbox.ts'
import type { OutboxRow } from '../../platform/database/outbox-rows.ts'
import { readSettledNotices } from './settled-notice-rows.ts'
import { insertEventChanged, insertNotifications } from './notification-rows.ts'
import { subjectOf } from './notification-subject-rows.ts'
import { type InApp, type MailTemplateName, notificationTable, type Recipients } from './notification-table.ts'

type EventRow = OutboxRow & { kind: DomainEvent }
/** The new rows of an event in the notification list: the one with its key, or one per customer of a changed event. */
export type NewNotifications = { dedupe: string } | { event_id: string; notify_at: number }
/** How new rows of a user's list reach their browsers. */
export type InsertPushDeliveries = (
  ctx: Ctx,
  event: Pick<OutboxRow, 'body' | 'priority'>,
  written: { reason: NotificationReason; whose: NewNotifications },
) => Statement
/**
 * The statement that inserts the deliveries of an event with many recipients. The room that knows the recipients
 * provides it.
 */
export type ManyRecipients = Partial<Record<Recipients, (ctx: Ctx, event: OutboxRow, kind: DeliveryKind) => Statement>>

/** How successive mails are combined; null when this mail is sent alone and at once. */
export type MailCombiners = Partial<
  Record<MailTemplateName, (ctx: Ctx, event: OutboxRow, kind: DeliveryKind) => Statement | null>
>

/**
 * Statements that turn an event into one delivery per recipient and channel, and a row in each reader's list on the
 * site, for the batch that finishes the event. Each delivery has its own attempts, and its key makes it unique even if
 * the event is fanned out twice.
 */
export function fanOut(
  ctx: Ctx,
  event: EventRow,
  {
    many,
    combiners,
    insertPushDeliveries,
  }: { many: ManyRecipients; combiners: MailCombiners; insertPushDeliveries: InsertPushDeliveries },
): Statement[] {
  const settles = readSettledNotices(ctx, event)
  const sent = notificationTable[event.kind].flatMap((notification) => {
    const { to, channels } = notification
    const kind: DeliveryKind | null = channels.mail ? `mail.${channels.mail}` : null
    return [
      ...(kind
        ? [
            (channels.mail && combiners[channels.mail]?.(ctx, event, kind)) ??
              many[to]?.(ctx, event, kind) ??
              deliveryOf(ctx, event, kind),
          ]
        : []),
      // Readers of a campaign get their list rows when their mails are sent.
      ...('reason' in notification && channels.in_app && to !== 'campaign_recipients'
        ? listedOf(ctx, event, { reason: notification.reason, in_app: channels.in_app, insertPushDeliveries })
        : []),
    ]
  })
  return settles ? [settles, ...sent] : sent
}

/** Adds a campaign to a reader's list, and to their browsers if they chose that; a second call adds no row. */
export function listForRecipient(
  ctx: Ctx,
  campaign: { ref: string; body: Record<string, unknown> },
  {
    reason,
    key,
    insertPushDeliveries,
  }: { reason: NotificationReason; key: string; insertPushDeliveries: InsertPushDeliveries },
): Statement[] {
  const dedupe = `${reason}:${key}`
  return [
    insertNotifications(ctx, { reason, outcome: null, dedupe, subject: subjectOf.campaign(campaign) }),
    insertPushDeliveries(ctx, { body: campaign.body, priority: priorities.bulk }, { reason, whose: { dedupe } }),
  ]
}

// The list needs no delivery: its row is written in the batch. Browsers show the list's new rows, if their user chose
// that.
function listedOf(
  ctx: Ctx,
  event: EventRow,
  {
    reason,
    in_app,
    insertPushDeliveries,
  }: { reason: NotificationReason; in_app: InApp; insertPushDeliveries: InsertPushDeliveries },
): Statement[] {
  if (event.kind === 'event.changed') {
    const { changed_at, notify_at } = event.body as DomainEvents['event.changed']
    const event_id = event.ref
    return [
      insertEventChanged(ctx, { event_id, reason, changed_at, notify_at }),
      insertPushDeliveries(ctx, event, { reason, whose: { event_id, notify_at } }),
    ]
  }
  const { of, outcome = null } = in_app
  const dedupe = `${reason}:${event.dedupe}`
  return [
    insertNotifications(ctx, { reason, outcome, dedupe, subject: subjectOf[of](event) }),
    insertPushDeliveries(ctx, event, { reason, whose: { dedupe } }),
  ]
}

function deliveryOf(ctx: Ctx, event: OutboxRow, kind: DeliveryKind): Statement {
  const { ref, body } = event
  const key = event.dedupe.slice(event.kind.length + 1)
  return queueDelivery(ctx, { kind, ref, key, body, priority: priorityOf(event) })
}

const priorityOf = (event: OutboxRow): Priority =>
  (Object.keys(priorities) as Priority[]).find((name) => priorities[name] === event.priority) ?? 'transactional'
