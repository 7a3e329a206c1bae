import { ApiError } from '../../contract/api-error.ts'
import { type CancelOrderRequest, isCharge, type Order } from '../../contract/money/order.ts'
import { type RefundReason, refundReasons } from '../../contract/booking/registration.ts'
import type { CustomerContext } from '../../platform/context.ts'
import { commit } from '../../platform/database/commit.ts'
import type { Statement } from '../../platform/database/database.ts'
import { toOrder, orderReads } from '../../money/orders/load-order.ts'
import { shownOrderReads, showOrder } from '../../money/orders/show-order.ts'
import { heldPlaces } from '../../money/orders/order-refusals.ts'
import { refundReads } from '../../money/refunds/create-refund.ts'
import { requestRefund } from '../../money/refunds/request-refund.ts'
import { cancelPaid, requireCancellable } from './cancel-paid-order.ts'
import { chosenDestination, type CustomerReason, isOtherAmount, type PaidOrder } from './cancel-place.ts'
import { cancelUnpaid, withProvider } from './cancel-unpaid-order.ts'
import { cancelTogether, sumOf } from './refund-plan.ts'

type CancelOrderInput = CancelOrderRequest & { order_id: string }

/**
 * Cancels a whole order. An unpaid order first ends its card payment at the provider. A paid order cancels each place
 * by its own policy, all or none.
 */
export async function cancelOrder(ctx: CustomerContext, input: CancelOrderInput): Promise<Order> {
  return withProvider(ctx, input.order_id, async () => cancelOnce(ctx, input))
}

async function cancelOnce(ctx: CustomerContext, input: CancelOrderInput): Promise<Order> {
  const order = await findWithRefunds(ctx, input.order_id)
  const { status } = order
  if (status === 'cancelled') return showOrder(ctx, await ctx.db.batch(shownOrderReads(ctx, order.id)))
  // Only the organisation takes a charge back.
  if (order.items.some(isCharge)) throw new ApiError('cancellation_not_allowed', { param: 'order_id' })
  const writes = status === 'paid' ? whole(ctx, order, input) : await cancelUnpaid(ctx, order)
  return showOrder(ctx, await commit(ctx, writes, ...shownOrderReads(ctx, order.id)))
}

async function findWithRefunds(ctx: CustomerContext, orderId: string): Promise<PaidOrder> {
  const [refunds, ...read] = await ctx.db.batch([
    refundReads(ctx, orderId),
    ...orderReads(ctx, orderId, ctx.actor.customer_id),
  ])
  return { ...toOrder(read), refunds }
}

function whole(ctx: CustomerContext, order: PaidOrder, input: CancelOrderInput): Statement[] {
  const rows = cancelTogether(ctx, order, heldPlaces(order))
  requireCancellable(ctx, order, rows)
  if (isOtherAmount(input, sumOf(rows, 'automatic') + sumOf(rows, 'request')))
    throw new ApiError('quote_stale', { param: 'expected_amount' })
  const reasons = reasonOf(order, input)
  const asks = rows.filter(({ outcome }) => outcome.result === 'request')
  const more =
    asks.length > 0
      ? requestRefund(ctx, order, {
          amount: sumOf(rows, 'request'),
          registration_ids: asks.map(({ place }) => place.registration.id),
          ...reasons,
        })
      : []
  return cancelPaid(ctx, order, { rows, reasons, more })
}

function reasonOf(order: PaidOrder, { reason, reason_other, destination }: CancelOrderInput): CustomerReason {
  const refundReason = refundReasons.find((each) => each === reason && each !== 'event_cancelled') as
    | RefundReason
    | undefined
  return {
    reason: refundReason ?? null,
    reason_other: reason_other ?? (refundReason || !reason ? null : reason),
    destination: chosenDestination(order, destination),
  }
}
