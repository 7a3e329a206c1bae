import type { Actor } from '../../platform/actor.ts'
import { ApiError } from '../../contract/api-error.ts'
import { type OrderStatus, mayTransition } from '../../contract/states/order-states.ts'
import type { ActingContext, Ctx } from '../../platform/context.ts'
import type { Statement } from '../../platform/database/database.ts'
import { guard } from '../../platform/database/guard.ts'
import { transitionRow } from '../../platform/database/history.ts'
import { changeOrder, type OrderChange, type OrderRow } from './order-rows.ts'

type Move = { actor: Actor; reason?: string | null; note?: string | null; set?: OrderChange }
type Stepping = Pick<OrderRow, 'id' | 'status' | 'step'>

/**
 * Statements for a transition of an order from the status and step that were read: the update, its guard statement and
 * its history row. Throws for a transition that the table does not allow this actor. A faster writer aborts the batch
 * with `state_conflict`.
 */
export function transitionOrder(ctx: Ctx, order: Stepping, to: OrderStatus, move: Move): Statement[] {
  if (!mayTransition(order.status, to, move.actor.type)) throw new ApiError('state_conflict', { subject: order.status })
  return stepOf(ctx, order, to, move)
}

const stepOf = (ctx: Ctx, order: Stepping, to: OrderStatus, move: Move): Statement[] => [
  changeOrder(ctx.db, order, { ...move.set, status: to, step: order.step + 1, updated: ctx.now }),
  guard(ctx.db, 'state'),
  transitionRow(ctx, 'order', order, to, move),
]

/**
 * Statements that undo what the cancellation of one place changed in its order, after the statements that undo the place.
 * A cancelled order is paid again in no other way: the schema (`cancelled_order_stays`) asks for the place.
 */
export const undoInOrder = (ctx: ActingContext, order: Stepping, set: OrderChange): Statement[] =>
  (order.status === 'cancelled' ? stepOf : transitionOrder)(ctx, order, 'paid', {
    ...{ actor: ctx.actor, reason: 'undone' },
    set,
  })
