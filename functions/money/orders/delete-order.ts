import { ApiError } from '../../contract/api-error.ts'
import type { CustomerContext } from '../../platform/context.ts'
import { commit } from '../../platform/database/commit.ts'
import { historyRow } from '../../platform/database/history.ts'
import { removeDiscounts } from '../discounts/write-discounts.ts'
import { loadOwnOrder } from './load-order.ts'
import { deleteItemsOf, deleteOrderRow } from './order-rows.ts'
import { transitionOrder } from './order-steps.ts'
import { releasePlace } from './remove-item.ts'

/** Deletes a cart and releases its places. A cart with an attempted payment is kept for the records. */
export async function deleteOrder(ctx: CustomerContext, input: { order_id: string }): Promise<void> {
  const order = await loadOwnOrder(ctx, input.order_id)
  if (order.status !== 'draft' || order.payments.length > 0)
    throw new ApiError('state_conflict', { subject: order.status })

  const gone = historyRow(ctx, {
    object: 'order',
    object_id: order.id,
    step: order.step + 1,
    from: 'draft',
    to: 'removed',
    actor: ctx.actor,
    at: ctx.now,
  })
  const released = order.registrations.flatMap((place) => releasePlace(ctx, place, 'order_deleted'))
  await commit(ctx, [
    ...transitionOrder(ctx, order, 'draft', { actor: ctx.actor, reason: 'order_deleted' }),
    ...released,
    deleteItemsOf(ctx.db, order.id),
    ...removeDiscounts(ctx, order.id),
    deleteOrderRow(ctx.db, order.id),
    gone,
  ])
}
