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
import { insertEventChanged, insertNotifications } from './notification-rows.ts'
import { subjectOf } from './notification-subject-rows.ts'
import { type InApp, type MailTemplateName, notificationTable, type Recipients } from './notification-table.ts'

type EventRow = OutboxRow & { kind: DomainEvent }
/** The rows of the list that an event writes: the one with its key, or one for each customer of an event that changed. */
export type Whose = { dedupe: string } | { event_id: string; notify_at: number }
/** How browsers get what was just written to the list of their user. */
export type ToBrowsers = (
  ctx: Ctx,
  event: Pick<OutboxRow, 'body' | 'priority'>,
  written: { reason: NotificationReason; whose: Whose },
) => Statement
/** How recipients that are many get their deliveries; a subject that knows them brings the statement. */
export type ManyRecipients = Partial<Record<Recipients, (ctx: Ctx, event: OutboxRow, kind: DeliveryKind) => Statement>>

/** How mails that come one after the other are gathered; null where this one leaves alone, and at once. */
export type Gathering = Partial<
  Record<MailTemplateName, (ctx: Ctx, event: OutboxRow, kind: DeliveryKind) => Statement | null>
>

/**
 * Statements that turn an event into one delivery for each recipient and channel, and into a row of each reader's list on the
 * site, for the batch that ends the event's row. Each delivery has attempts of its own, and its key makes it once although the
 * event is fanned out twice.
 */
export function fanOut(
  ctx: Ctx,
  event: EventRow,
  { many, gathering, toBrowsers }: { many: ManyRecipients; gathering: Gathering; toBrowsers: ToBrowsers },
): Statement[] {
  return notificationTable[event.kind].flatMap((notification) => {
    const { to, channels } = notification
    const kind: DeliveryKind | null = channels.mail ? `mail.${channels.mail}` : null
    return [
      ...(kind
        ? [
            (channels.mail && gathering[channels.mail]?.(ctx, event, kind)) ??
              many[to]?.(ctx, event, kind) ??
              deliveryOf(ctx, event, kind),
          ]
        : []),
      // The readers of a campaign have it in their lists as their mails leave.
      ...('reason' in notification && channels.in_app && to !== 'campaign_recipients'
        ? listedOf(ctx, event, { reason: notification.reason, in_app: channels.in_app, toBrowsers })
        : []),
    ]
  })
}

/** One reader of a campaign has it in their list, and their browsers where they want it so; settled twice it is one row. */
export function listForRecipient(
  ctx: Ctx,
  campaign: { ref: string; body: Record<string, unknown> },
  { reason, key, toBrowsers }: { reason: NotificationReason; key: string; toBrowsers: ToBrowsers },
): Statement[] {
  const dedupe = `${reason}:${key}`
  return [
    insertNotifications(ctx, { reason, outcome: null, dedupe, subject: subjectOf.campaign(campaign) }),
    toBrowsers(ctx, { body: campaign.body, priority: priorities.bulk }, { reason, whose: { dedupe } }),
  ]
}

// The list needs no delivery: its row is there with the batch. A browser shows what the list has, where its user wants it so.
function listedOf(
  ctx: Ctx,
  event: EventRow,
  { reason, in_app, toBrowsers }: { reason: NotificationReason; in_app: InApp; toBrowsers: ToBrowsers },
): Statement[] {
  if (event.kind === 'event.changed') {
    const { changed_at, notify_at } = event.body as DomainEvents['event.changed']
    const event_id = event.ref
    return [
      insertEventChanged(ctx, { event_id, reason, changed_at, notify_at }),
      toBrowsers(ctx, event, { reason, whose: { event_id, notify_at } }),
    ]
  }
  const { of, outcome = null } = in_app
  const dedupe = `${reason}:${event.dedupe}`
  return [
    insertNotifications(ctx, { reason, outcome, dedupe, subject: subjectOf[of](event) }),
    toBrowsers(ctx, event, { reason, whose: { dedupe } }),
  ]
}

function deliveryOf(ctx: Ctx, event: OutboxRow, kind: DeliveryKind): Statement {
  const { ref, body } = event
  const key = event.dedupe.slice(event.kind.length + 1)
  return queueDelivery(ctx, { kind, ref, key, body, priority: priorityOf(event) })
}

const priorityOf = (event: OutboxRow): Priority =>
  (Object.keys(priorities) as Priority[]).find((name) => priorities[name] === event.priority) ?? 'transactional'
