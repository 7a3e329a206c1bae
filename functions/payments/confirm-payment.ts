import { ApiError } from '../contract/api-error.ts'
import type { Payment } from '../contract/payment.ts'
import type { Ctx } from '../context.ts'
import { findOwnOrder } from '../orders/find-order.ts'
import { showPayment } from '../orders/show-payment.ts'
import { askProvider } from './ask-provider.ts'

/** Asks the provider how a payment stands and answers it so (decisions.md §26.8). Nothing the caller says is believed; asking often changes nothing more. */
export async function confirmPayment(ctx: Ctx, asked: { order_id: string; payment_id: string }): Promise<Payment> {
  const found = await findOwnOrder(ctx, asked.order_id)
  const payment = found.payments.find((each) => each.id === asked.payment_id)

  if (!payment) throw new ApiError('not_found', { param: 'payment_id' })

  return showPayment(ctx, await askProvider(ctx, payment))
}
