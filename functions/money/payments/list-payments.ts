import { type List, list, type Page } from '../../contract/paging.ts'
import type { Payment } from '../../contract/money/payment.ts'
import type { CustomerContext } from '../../platform/context.ts'
import { loadOwnOrder } from '../orders/load-order.ts'
import { showPayment } from '../orders/show-payment.ts'
import { pageOfPayments } from './payment-rows.ts'

/** The payments of the caller's order. `has_error` filters by whether the last attempt failed. */
export async function listPayments(
  ctx: CustomerContext,
  input: Page & { order_id: string; has_error?: boolean | undefined },
): Promise<List<Payment>> {
  const order = await loadOwnOrder(ctx, input.order_id)
  const { rows, total } = await pageOfPayments(ctx.db, input)
  return list(
    rows.map((row) => showPayment(ctx, row, order)),
    total,
    input,
  )
}
