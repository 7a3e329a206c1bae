import { provider, system } from '../../platform/actor.ts'
import type { Ctx } from '../../platform/context.ts'
import type { Statement } from '../../platform/database/database.ts'
import { recordEvent } from '../../platform/database/outbox.ts'
import type { LoadedOrder } from '../orders/load-order.ts'
import { checkMove } from '../orders/move-order.ts'
import { heldPlaces } from '../orders/order-refusals.ts'
import { transitionOrder } from '../orders/order-steps.ts'
import { endUnpaidOrder } from './end-unpaid-order.ts'
import type { PaymentRow } from './payment-rows.ts'
import { returnMoney } from './payment-steps.ts'

/** Statements for a late payment after the places were released: the order is cancelled and the payment refunded. */
export function refundLatePayment(ctx: Ctx, order: LoadedOrder, payment: PaymentRow): Statement[] {
  return [
    ...transitionOrder(ctx, order, 'cancelled', {
      actor: system,
      reason: 'payment_after_expiry',
      set: { cancel_reason: 'payment_after_expiry' },
    }),
    returnMoney(ctx, payment),
    recordLateCancellation(ctx, order),
  ]
}

/**
 * Statements for a payment whose booking can no longer move: the new place is freed, the old one stays, and the payment
 * is refunded.
 */
export function refundFailedMove(ctx: Ctx, order: LoadedOrder, payment: PaymentRow): Statement[] {
  const others = order.payments.filter(({ id }) => id !== payment.id)
  // An order with a card payment in progress must await payment again before it can end.
  const waits =
    order.status === 'pending'
      ? []
      : transitionOrder(ctx, order, 'pending', { actor: provider, reason: 'move_not_possible' })
  const open = { ...order, payments: others, status: 'pending' as const, step: order.step + (waits.length > 0 ? 1 : 0) }
  return [
    ...waits,
    ...endUnpaidOrder(ctx, open, {
      to: 'cancelled',
      actor: system,
      reason: 'move_not_possible',
      set: { cancel_reason: 'payment_after_expiry' },
    }),
    returnMoney(ctx, payment),
    recordLateCancellation(ctx, order),
  ]
}

const recordLateCancellation = (ctx: Ctx, order: LoadedOrder): Statement =>
  recordEvent(ctx, {
    kind: 'order.cancelled',
    ref: order.id,
    body: { returned: 0, requested: 0, registration_ids: null, is_late: true },
  })

/** True if a late payment may still take the places of an expired order again. */
export function isStillOffered(order: LoadedOrder, now: number): boolean {
  return arePlacesOffered(heldPlaces(order), now) && checkMove(order, now) === null
}

// Released places may be taken by a late payment unless something was cancelled or has started.
export function arePlacesOffered(places: LoadedOrder['registrations'], now: number): boolean {
  return places.every(({ booking }) => booking.source_status !== 'cancelled' && now < booking.starts_at)
}
