import { ApiError } from '../contract/api-error.ts'
import type { LoadedOrder } from '../orders/load-order.ts'
import type { PaymentRow } from './payment-rows.ts'

/** One payment of an order that was read; another order's is `not_found`. */
export function findPayment(order: Pick<LoadedOrder, 'payments'>, paymentId: string): PaymentRow {
  const payment = order.payments.find((each) => each.id === paymentId)
  if (!payment) throw new ApiError('not_found', { param: 'payment_id' })
  return payment
}
