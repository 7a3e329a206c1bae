import type { Order } from '#contract/money/order'
import type { Routes } from '../../../routes.ts'

/** The order's page after a payment. After a later instalment it says that this instalment is paid. */
export function orderAfterPayment(
  { id, instalments, payments }: Pick<Order, 'id' | 'instalments' | 'payments'>,
  paymentId: string,
  to: Pick<Routes, 'order'>,
): string {
  const isFirst = !payments.some((payment) => payment.id !== paymentId && payment.status === 'succeeded')
  return to.order(id, instalments.length > 0 && !isFirst ? { saved: 'part', payment: paymentId } : {})
}
