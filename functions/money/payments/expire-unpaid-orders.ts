import { system } from '../../platform/actor.ts'
import { ApiError } from '../../contract/api-error.ts'
import type { Ctx } from '../../platform/context.ts'
import { commit } from '../../platform/database/commit.ts'
import { recordEvent } from '../../platform/database/outbox.ts'
import { loadOrder } from '../orders/load-order.ts'
import { isHoldAlive } from '../../booking/spots/hold-clock.ts'
import { closeIntents } from './close-intents.ts'
import { endUnpaidOrder } from './end-unpaid-order.ts'
import { ordersToExpire, recordExpiryTried } from './payment-rows.ts'
import { withinBudget } from '../../platform/run-budget.ts'
import * as orderStates from '../../contract/states/order-states.ts'

/**
 * Scheduled task: ends submitted orders whose hold or time to pay has passed. The provider is asked first, so that no
 * place is freed during a payment.
 */
export async function expireUnpaidOrders(ctx: Ctx): Promise<void> {
  for await (const orderId of withinBudget(ctx, await ordersToExpire(ctx.db, ctx.now))) {
    try {
      await expireOrder(ctx, orderId)
    } catch (error) {
      // The order was paid or cancelled concurrently, or the provider is out of reach: the next run tries again.
      ctx.log('order_not_expired', {
        order_id: orderId,
        reason: error instanceof ApiError ? error.type : error instanceof Error ? error.name : 'unknown',
      })
      // Moves the order to the end of the queue, so that an order that can never be ended does not block the others.
      await recordExpiryTried(ctx.db, orderId, ctx.now)
    }
  }
}

async function expireOrder(ctx: Ctx, orderId: string): Promise<void> {
  const order = await closeIntents(ctx, await loadOrder(ctx, orderId))
  const { status, hold_expires_at } = order

  if (!orderStates.awaitingCustomer.has(status) || isHoldAlive(hold_expires_at, ctx.now)) return

  // An offline order remains one after a card was tried.
  const isOffline = order.due_at !== null
  await commit(ctx, [
    ...endUnpaidOrder(ctx, order, {
      to: 'expired',
      actor: system,
      reason: isOffline ? 'not_paid_in_time' : 'hold_lapsed',
    }),
    ...(isOffline
      ? [
          recordEvent(ctx, {
            kind: 'order.expired',
            ref: orderId,
            key: `${orderId}:${order.step}`,
            body: {},
          }),
        ]
      : []),
  ])
}
