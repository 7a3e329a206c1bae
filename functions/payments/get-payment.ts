import type { Payment } from '../contract/payment.ts'
import type { CustomerContext } from '../context.ts'
import { findOwnOrder } from '../orders/find-order.ts'
import { showPayment } from '../orders/show-payment.ts'
import { paymentOf } from './payment-of.ts'

/** One payment of the caller's order, as the books have it. */
export async function getPayment(
  ctx: CustomerContext,
  input: { order_id: string; payment_id: string },
): Promise<Payment> {
  const found = await findOwnOrder(ctx, input.order_id)
  return showPayment(ctx, paymentOf(found, input.payment_id))
}
