import type { Payment } from '../contract/payment.ts'
import type { CustomerContext } from '../context.ts'
import { loadOwnOrder } from '../orders/load-order.ts'
import { showPayment } from '../orders/show-payment.ts'
import { refreshPayment } from './refresh-payment.ts'
import { findPayment } from './find-payment.ts'

/** Asks the provider how a payment stands and answers it so. Nothing the caller says is believed; asking often changes nothing more. */
export async function confirmPayment(
  ctx: CustomerContext,
  input: { order_id: string; payment_id: string },
): Promise<Payment> {
  const order = await loadOwnOrder(ctx, input.order_id)
  return showPayment(ctx, findPayment(await refreshPayment(ctx, order, input.payment_id), input.payment_id))
}
