import { provider, system } from '../../platform/actor.ts'
import { actAs, type Ctx } from '../../platform/context.ts'
import { commit } from '../../platform/database/commit.ts'
import { historyRow } from '../../platform/database/history.ts'
import { orderPaid } from '../fulfilment/order-paid.ts'
import type { LoadedOrder } from '../orders/load-order.ts'
import { insertPayment } from './payment-rows.ts'

/** Completes a renewal order that costs nothing, without its customer. */
export async function payFreeRenewal(ctx: Ctx, order: LoadedOrder): Promise<void> {
  const own = actAs(ctx, provider)
  const id = ctx.newId('pay')
  const row = {
    id,
    order_id: order.id,
    customer_id: order.customer_id,
    status: 'succeeded' as const,
    checkout_method: 'free' as const,
    amount_total: 0,
    currency: order.currency,
    attempts: 1,
    created: ctx.now,
    updated: ctx.now,
  }
  const history = { object: 'payment', object_id: id, step: -1, from: null, to: 'succeeded', actor: system } as const
  await commit(own, [
    ...orderPaid(own, order, {
      actor: provider,
      set: { checkout_method: 'free' },
      payment: [insertPayment(ctx.db, row), historyRow(ctx, { ...history, at: ctx.now })],
    }),
  ])
}
