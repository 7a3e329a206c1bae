import { type SQL, sql } from 'drizzle-orm'
import { literal } from '../../platform/database/guard.ts'
import * as orderStates from '../../contract/states/order-states.ts'
import { type orderItems, orders, type payments } from '../../platform/database/tables.ts'
import type { OrderStatus } from '../../contract/states/order-states.ts'
import type { PaidLine } from '../../offering/pricing/refund-amount.ts'
import * as refundStates from '../../contract/states/refund-states.ts'
import { statusList } from '../../platform/database/status-sql.ts'

type PaymentRow = typeof payments.$inferSelect
/** A payment of the old order of a moving place, with its refundable remainder. */
export type PaymentToCarry = Pick<
  PaymentRow,
  'id' | 'checkout_method' | 'currency' | 'provider' | 'provider_account' | 'card' | 'created' | 'charged_payment_id'
> & { remaining: number }
/** The old order of a moving place: the item of the place and the payments to carry, newest first. */
export type MoveOrigin = {
  id: string
  status: OrderStatus
  step: number
  amount_cancelled: number
  remaining: number
  line: PaidLine & Pick<typeof orderItems.$inferSelect, 'id' | 'taxes'>
  /** 1 if the old order has other open items. */
  hasMore: 0 | 1
  payments: PaymentToCarry[]
  /** The questions of the new place whose answers changed on the booking after the move began. */
  answered: string[]
}

/** Subquery for the old order of a move; null for other orders and after the move. */
export const originOfMove =
  sql<MoveOrigin | null>`CASE WHEN ${orders.moves_registration_id} IS NOT NULL AND ${orders.status} <> 'paid' THEN (
  SELECT json_object('id', f.id, 'status', f.status, 'step', f.step, 'amount_cancelled', f.amount_cancelled,
    'remaining', max(0, f.amount_paid - f.amount_refunding - f.amount_disputed),
    'line', json_object('id', i.id, 'amount', i.amount, 'amount_discount', i.amount_discount, 'amount_fee', i.amount_fee,
      'is_fee_included', i.is_fee_included, 'taxes', json(i.taxes), 'amount_cancelled', i.amount_cancelled),
    'hasMore', EXISTS (SELECT 1 FROM order_items AS n WHERE n.order_id = f.id AND n.cancelled_at IS NULL AND n.id <> i.id),
    'answered', (SELECT json_group_array(DISTINCT c.field_id) FROM answer_changes AS c JOIN status_history AS h ON h.object = 'registration' AND h.object_id = c.registration_id AND h.step = c.step
      WHERE c.registration_id = r.id AND h.at >= ${orders.created} AND EXISTS (SELECT 1 FROM registrations AS n JOIN event_questions AS q ON q.event_id = n.event_id WHERE n.order_id = ${orders.id} AND q.question_id = c.field_id)),
    'payments', (SELECT json_group_array(json_object('id', p.id, 'checkout_method', p.checkout_method, 'currency', p.currency, 'provider', p.provider,
      'provider_account', p.provider_account, 'card', json(p.card), 'created', p.created, 'charged_payment_id', p.charged_payment_id,
      'remaining', p.amount_received - p.amount_disputed - coalesce((SELECT sum(b.amount) FROM refunds AS b WHERE b.payment_id = p.id AND b.status IN ${statusList(refundStates.counted)}), 0))
      ORDER BY p.created DESC, p.id DESC) FROM payments AS p WHERE p.order_id = f.id AND p.status = 'succeeded'))
  FROM registrations AS r JOIN orders AS f ON f.id = r.order_id JOIN order_items AS i ON i.registration_id = r.id AND i.cancelled_at IS NULL
  WHERE r.id = ${orders.moves_registration_id}) END`.mapWith((text: string) => JSON.parse(text) as MoveOrigin)

/**
 * Condition that no order for a move of this booking is open but those that were read: two requests at once would open,
 * and charge, two orders for one place.
 */
export const noOtherMove = ({ id, seen }: { id: string; seen: readonly string[] }): SQL =>
  sql`NOT EXISTS (SELECT 1 FROM orders AS m WHERE m.moves_registration_id = ${literal(id)} AND m.status IN ${statusList(orderStates.open)}
    AND m.id NOT IN (${sql.join(seen.map(literal), sql`, `)}))`
