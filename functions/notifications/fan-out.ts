import type { Ctx } from '../context.ts'
import type { Statement } from '../database/database.ts'
import { type DeliveryKind, type DomainEvent, type Priority, priorities, queueDelivery } from '../database/outbox.ts'
import type { OutboxRow } from '../database/outbox-rows.ts'
import { notificationTable, type Recipients } from './notification-table.ts'

/** How recipients that are many get their deliveries; a subject that knows them brings the statement. */
export type ManyRecipients = Partial<Record<Recipients, (ctx: Ctx, event: OutboxRow, kind: DeliveryKind) => Statement>>

/**
 * Statements that turn an event into one delivery for each recipient and channel, for the batch that ends the event's row.
 * Each delivery has attempts of its own, and its key makes it once although the event is fanned out twice.
 */
export function fanOut(ctx: Ctx, event: OutboxRow & { kind: DomainEvent }, many: ManyRecipients): Statement[] {
  return notificationTable[event.kind].flatMap(({ to, channels }) =>
    Object.entries(channels).map(([channel, template]) => {
      const kind = `${channel}.${template}` as DeliveryKind
      return many[to]?.(ctx, event, kind) ?? deliveryOf(ctx, event, kind)
    }),
  )
}

function deliveryOf(ctx: Ctx, event: OutboxRow, kind: DeliveryKind): Statement {
  const { ref, body } = event
  const key = event.dedupe.slice(event.kind.length + 1)
  return queueDelivery(ctx, { kind, ref, key, body, priority: priorityOf(event) })
}

const priorityOf = (event: OutboxRow): Priority =>
  (Object.keys(priorities) as Priority[]).find((name) => priorities[name] === event.priority) ?? 'transactional'
