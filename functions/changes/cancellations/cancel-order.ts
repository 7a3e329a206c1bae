import { ApiError } from '../../contract/api-error.ts'
import type { CancelOrderRequest, Order } from '../../contract/money/order.ts'
import { type RefundReason, refundReasons } from '../../contract/booking/registration.ts'
import type { CustomerContext } from '../../platform/context.ts'
import { commit } from '../../platform/database/commit.ts'
import type { Statement } from '../../platform/database/database.ts'
import { recordEvent } from '../../platform/database/outbox.ts'
import { retryOnConflict } from '../../platform/database/retry-on-conflict.ts'
import { releaseDiscounts } from '../../money/discounts/reserve-discounts.ts'
import { toOrder, type LoadedOrder, orderReads } from '../../money/orders/load-order.ts'
import { shownOrderReads, showOrder } from '../../money/orders/show-order.ts'
import { balanceDueIn } from '../../money/orders/balance-due.ts'
import { heldPlaces, isProductLine } from '../../money/orders/order-refusals.ts'
import { transitionOrder } from '../../money/orders/order-steps.ts'
import { closeIntents } from '../../money/payments/close-intents.ts'
import { endUnpaidOrder } from '../../money/payments/end-unpaid-order.ts'
import { ProviderUnreachable } from '../../platform/cards/provider.ts'
import { refundReads } from '../../money/refunds/create-refund.ts'
import { requestRefund } from '../../money/refunds/request-refund.ts'
import {
  cancelPlace,
  type CancelReason,
  chosenDestination,
  isOtherAmount,
  type PaidOrder,
  refundAtOnce,
  stopCharging,
  destinationForMail,
} from './cancel-place.ts'
import { cancelTogether, refundInputs, sumOf } from './refund-plan.ts'
import { isPromised } from '../../booking/spots/hold-clock.ts'
import * as orderStates from '../../contract/states/order-states.ts'

type CancelOrderInput = CancelOrderRequest & { order_id: string }

/**
 * Cancels a whole order. An unpaid order first ends its card payment at the provider. A paid order cancels each place
 * by its own policy, all or none.
 */
export async function cancelOrder(ctx: CustomerContext, input: CancelOrderInput): Promise<Order> {
  return retryOnConflict(async () => cancelOnce(ctx, input)).catch((error: unknown) => {
    if (!(error instanceof ProviderUnreachable)) throw error
    ctx.log('provider_unreachable', { order_id: input.order_id, reason: error.code })
    throw new ApiError('unavailable', { retryAfterSeconds: 30 })
  })
}

async function cancelOnce(ctx: CustomerContext, input: CancelOrderInput): Promise<Order> {
  const order = await findWithRefunds(ctx, input.order_id)
  const { status } = order
  if (status === 'cancelled') return showOrder(ctx, await ctx.db.batch(shownOrderReads(ctx, order.id)))
  if (status === 'processing') throw new ApiError('payment_in_progress', { subject: status })
  if (status === 'paid') return cancelPaid(ctx, order, input)
  if (!orderStates.awaitingCustomer.has(status)) throw new ApiError('state_conflict', { subject: status })
  // The membership must be cancelled instead, which ends its open order.
  if (order.membership_id !== null) throw new ApiError('cancellation_not_allowed', { param: 'order_id' })
  return cancelUnpaid(ctx, await closeIntents(ctx, order))
}

async function findWithRefunds(ctx: CustomerContext, orderId: string): Promise<PaidOrder> {
  const [refunds, ...read] = await ctx.db.batch([
    refundReads(ctx, orderId),
    ...orderReads(ctx, orderId, ctx.actor.customer_id),
  ])
  return { ...toOrder(read), refunds }
}

async function cancelUnpaid(ctx: CustomerContext, order: LoadedOrder): Promise<Order> {
  const { status } = order
  if (status === 'processing') throw new ApiError('payment_in_progress', { subject: status })
  if (!orderStates.awaitingCustomer.has(status)) throw new ApiError('state_conflict', { subject: status })

  const writes = endByCustomer(ctx, order)
  return showOrder(ctx, await commit(ctx, writes, ...shownOrderReads(ctx, order.id)))
}

/**
 * Statements that end an unpaid order at its customer's request. A pending offline order was mailed, so its end is
 * mailed too.
 */
export function endByCustomer(ctx: CustomerContext, order: LoadedOrder): Statement[] {
  const ended = endUnpaidOrder(ctx, order, {
    to: 'cancelled',
    actor: ctx.actor,
    reason: 'customer',
    set: { cancel_reason: 'customer', hold_expires_at: null },
  })
  if (!isPromised(order)) return ended
  const body = { returned: 0, requested: 0, registration_ids: null }
  return [...ended, recordEvent(ctx, { kind: 'order.cancelled', ref: order.id, body })]
}

async function cancelPaid(ctx: CustomerContext, order: PaidOrder, input: CancelOrderInput): Promise<Order> {
  const rows = cancelTogether(ctx, order, heldPlaces(order))
  if (rows.some(({ place }) => ctx.now >= place.booking.starts_at))
    throw new ApiError('already_started', { param: 'order_id' })
  // A paid debt stays paid.
  const isNothingBooked = rows.length === 0 && balanceDueIn(order.items) > 0
  // Store products and packages are returned by another call; places with them are cancelled one by one.
  const hasProducts = order.items.some(
    (item) => isProductLine(item) || item.type === 'session_package' || item.type === 'membership_package',
  )
  if (isNothingBooked || hasProducts || rows.some(({ outcome }) => outcome.to === null))
    throw new ApiError('cancellation_not_allowed', { param: 'order_id' })

  const { id } = order
  const reason = reasonOf(order, input)
  const back = sumOf(rows, 'automatic')
  if (isOtherAmount(input, back + sumOf(rows, 'request')))
    throw new ApiError('quote_stale', { param: 'expected_amount' })
  const asks = rows.filter(({ outcome }) => outcome.result === 'request')
  const writes = [
    ...rows.flatMap(({ place, outcome }) => cancelPlace(ctx, place, { order, outcome, reasons: reason })),
    ...transitionOrder(ctx, order, 'cancelled', {
      actor: ctx.actor,
      reason: 'customer',
      set: { cancel_reason: 'customer', amount_cancelled: order.amount_cancelled + back },
    }),
    ...stopCharging(
      ctx,
      order,
      rows.map(({ place }) => place),
    ),
    ...releaseDiscounts(ctx, order),
    ...(back > 0
      ? refundAtOnce(ctx, order, { amount: back, dedupe: `cancel:${id}`, reasons: reason, inputs: refundInputs(rows) })
      : []),
    ...(asks.length > 0
      ? requestRefund(ctx, order, {
          amount: sumOf(rows, 'request'),
          registration_ids: asks.map(({ place }) => place.registration.id),
          ...reason,
        })
      : []),
    recordEvent(ctx, {
      kind: 'order.cancelled',
      ref: id,
      body: {
        returned: back,
        requested: sumOf(rows, 'request'),
        late_fee: rows.reduce((fees, { outcome }) => fees + outcome.late_fee, 0),
        registration_ids: rows.map(({ place }) => place.registration.id),
        ...destinationForMail(order, back, reason.destination),
      },
    }),
  ]
  return showOrder(ctx, await commit(ctx, writes, ...shownOrderReads(ctx, id)))
}

function reasonOf(order: PaidOrder, { reason, reason_other, destination }: CancelOrderInput): CancelReason {
  const refundReason = refundReasons.find((each) => each === reason && each !== 'event_cancelled') as
    | RefundReason
    | undefined
  return {
    reason: refundReason ?? null,
    reason_other: reason_other ?? (refundReason || !reason ? null : reason),
    destination: chosenDestination(order, destination),
  }
}
