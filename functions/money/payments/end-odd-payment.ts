import { type Actor, provider } from '../../platform/actor.ts'
import type { Ctx } from '../../platform/context.ts'
import type { Statement } from '../../platform/database/database.ts'
import * as orderStates from '../../contract/states/order-states.ts'
import * as paymentStates from '../../contract/states/payment-states.ts'
import type { LoadedOrder } from '../orders/load-order.ts'
import { transitionOrder } from '../orders/order-steps.ts'
import type { PaymentRow } from './payment-rows.ts'
import { transitionPayment } from './payment-steps.ts'

/**
 * Alerts about a payment that the provider reports inconsistently. The payment stays open until a person has checked
 * it.
 */
const oddReasons = new Set(['other_payment', 'other_order', 'other_currency'])

/** The open payment of an alert about an inconsistent report; null if the payment has ended. */
export const oddPayment = (
  order: Pick<LoadedOrder, 'payments'>,
  alert: { id: string; why: string | null },
): PaymentRow | null =>
  (oddReasons.has(alert.why ?? '') &&
    order.payments.find(({ id, status }) => id === alert.id && paymentStates.live.has(status))) ||
  null

/**
 * Statements that end an inconsistent payment by hand, so that its order can be paid again. Later reports about the
 * payment still raise an alert.
 */
export function endOddPayment(ctx: Ctx, order: LoadedOrder, payment: PaymentRow, actor: Actor): Statement[] {
  const reason = 'ended_by_hand'
  return [
    ...transitionPayment(ctx, payment, 'cancelled', { actor, reason }),
    ...(orderStates.charging.has(order.status)
      ? transitionOrder(ctx, order, 'pending', { actor: provider, reason })
      : []),
  ]
}
