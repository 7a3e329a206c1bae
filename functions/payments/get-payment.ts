import { ApiError } from '../contract/api-error.ts'
import type { Payment } from '../contract/payment.ts'
import type { Ctx } from '../context.ts'
import { findOwnOrder } from '../orders/find-order.ts'
import { showPayment } from '../orders/show-payment.ts'

/** One payment of the caller's order, as the books have it. */
export async function getPayment(ctx: Ctx, asked: { order_id: string; payment_id: string }): Promise<Payment> {
  const found = await findOwnOrder(ctx, asked.order_id)
  const payment = found.payments.find((each) => each.id === asked.payment_id)
  if (!payment) throw new ApiError('not_found', { param: 'payment_id' })
  return showPayment(ctx, payment)
}
