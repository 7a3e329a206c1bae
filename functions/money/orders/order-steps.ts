import type { Actor } from '../../platform/actor.ts'
import { ApiError } from '../../contract/api-error.ts'
import { type OrderStatus, mayTransition } from '../../contract/states/order-states.ts'
import type { Ctx } from '../../platform/context.ts'
import type { Statement } from '../../platform/database/database.ts'
import { guard } from '../../platform/database/guard.ts'
import { transitionRow } from '../../platform/database/history.ts'
import { changeOrder, type OrderChange, type OrderRow } from './order-rows.ts'

type Move = { actor: Actor; reason?: string | null; note?: string | null; set?: OrderChange }

/**
 * Statements for a transition of an order from the status and step that were read: the update, its guard statement and
 * its history row. Throws for a transition that the table does not allow this actor. A faster writer aborts the batch
 * with `state_conflict`.
 */
export function transitionOrder(
  ctx: Ctx,
  order: Pick<OrderRow, 'id' | 'status' | 'step'>,
  to: OrderStatus,
  move: Move,
): Statement[] {
  if (!mayTransition(order.status, to, move.actor.type)) throw new ApiError('state_conflict', { subject: order.status })
  return [
    changeOrder(ctx.db, order, { ...move.set, status: to, step: order.step + 1, updated: ctx.now }),
    guard(ctx.db, 'state'),
    transitionRow(ctx, 'order', order, to, move),
  ]
}
