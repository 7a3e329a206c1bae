import type { Payment } from '../../contract/money/payment.ts'
import type { Ctx, CustomerContext } from '../../platform/context.ts'
import { loadOrder, loadOwnOrder, type LoadedOrder } from '../orders/load-order.ts'
import { showPayment } from '../orders/show-payment.ts'
import { ApiError } from '../../contract/api-error.ts'
import type { PaymentRow } from './payment-rows.ts'

/** A payment of the caller's order, as stored. */
export async function getPayment(
  ctx: CustomerContext,
  input: { order_id: string; payment_id: string },
): Promise<Payment> {
  const order = await loadOwnOrder(ctx, input.order_id)
  return showPayment(ctx, findPayment(order, input.payment_id), order)
}

/** A payment of a loaded order. Throws `not_found` for another order's. */
export function findPayment(order: Pick<LoadedOrder, 'payments'>, paymentId: string): PaymentRow {
  const payment = order.payments.find((each) => each.id === paymentId)
  if (!payment) throw new ApiError('not_found', { param: 'payment_id' })
  return payment
}

/** A payment as its organisation sees it. Throws `not_found` for another program's. */
export async function getPaymentOfProgram(
  ctx: Ctx,
  input: { program_id: string; order_id: string; payment_id: string },
): Promise<Payment> {
  const order = await loadOrder(ctx, input.order_id)
  if (order.program_id !== input.program_id) throw new ApiError('not_found', { param: 'order_id' })
  return {
    ...showPayment(ctx, findPayment(order, input.payment_id), order),
    client_secret: null,
    next_action_url: null,
  }
}
