import type { Payment } from '../contract/payment.ts'
import type { CustomerContext } from '../context.ts'
import { loadOwnOrder } from '../orders/load-order.ts'
import { showPayment } from '../orders/show-payment.ts'
import { findPayment } from './find-payment.ts'

/** One payment of the caller's order, as the books have it. */
export async function getPayment(
  ctx: CustomerContext,
  input: { order_id: string; payment_id: string },
): Promise<Payment> {
  const order = await loadOwnOrder(ctx, input.order_id)
  return showPayment(ctx, findPayment(order, input.payment_id))
}
