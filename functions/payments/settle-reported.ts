import type { Ctx } from '../context.ts'
import { loadOrder } from '../orders/load-order.ts'
import { refreshPayment } from './refresh-payment.ts'
import { paymentById } from './payment-rows.ts'

/** What a provider's report about a payment sets off: the report itself is not believed, the provider is asked. */
export async function settleReported(ctx: Ctx, paymentId: string): Promise<void> {
  const [payment] = await paymentById(ctx.db, paymentId)
  if (payment) await refreshPayment(ctx, await loadOrder(ctx, payment.order_id), payment.id)
}
