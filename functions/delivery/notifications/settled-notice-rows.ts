import { and, eq, inArray, isNull, or, type SQL, sql } from 'drizzle-orm'
import type { NotificationReason } from '../../contract/delivery/notification.ts'
import type { Ctx } from '../../platform/context.ts'
import type { Statement } from '../../platform/database/database.ts'
import type { DomainEvent } from '../../platform/database/outbox.ts'
import { notifications } from '../../platform/database/tables.ts'

/** Reasons of the notices that ask for an order's money. */
const paymentReasons: NotificationReason[] = ['payment_failed', 'payment_due']

/** The notices that an event settles: those of an order, or of a membership's payments. */
const settled: Partial<Record<DomainEvent, (ref: string) => SQL | undefined>> = {
  // The order may pay the normal price of a place that another order booked.
  'order.paid': (ref) =>
    or(
      ofOrder(sql`SELECT o.id, c.user_id FROM orders AS o
    CROSS JOIN customers AS c ON c.id = o.customer_id WHERE o.id = ${ref}`),
      and(
        sql`(${notifications.registration_id}, ${notifications.user_id}) IN (SELECT o.moves_registration_id, c.user_id FROM orders AS o
        CROSS JOIN customers AS c ON c.id = o.customer_id WHERE o.id = ${ref})`,
        eq(notifications.reason, 'payment_due'),
      ),
    ),
  'instalment.paid': (ref) =>
    ofOrder(sql`SELECT o.id, c.user_id FROM payments AS p
    CROSS JOIN orders AS o ON o.id = p.order_id CROSS JOIN customers AS c ON c.id = o.customer_id WHERE p.id = ${ref}`),
  'membership.renewed': (ref) => {
    const prefix = `membership_payment_failed:membership.payment_failed:${ref}:`
    return and(
      sql`${notifications.user_id} = (SELECT c.user_id FROM memberships AS m
        CROSS JOIN customers AS c ON c.id = m.customer_id WHERE m.id = ${ref})`,
      sql`substr(${notifications.dedupe}, 1, ${prefix.length}) = ${prefix}`,
    )
  },
}

const ofOrder = (orders: SQL) =>
  and(
    sql`(${notifications.order_id}, ${notifications.user_id}) IN (${orders})`,
    inArray(notifications.reason, paymentReasons),
  )

/** Marks as read what asked for the money that an event reports as paid; null for other events. */
export function readSettledNotices(ctx: Ctx, { kind, ref }: { kind: DomainEvent; ref: string }): Statement | null {
  const which = settled[kind]?.(ref)
  if (!which) return null
  return ctx.db
    .update(notifications)
    .set({ read_at: ctx.now })
    .where(and(which, isNull(notifications.read_at)))
}
