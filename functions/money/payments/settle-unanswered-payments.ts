import { minuteMs } from '../../contract/limits.ts'
import type { Ctx } from '../../platform/context.ts'
import { paymentProvider } from '../../platform/cards/choose.ts'
import { loadOrder } from '../orders/load-order.ts'
import { refreshPayment } from './refresh-payment.ts'
import { countMissedReport } from './provider-event-rows.ts'
import { findPayment } from './get-payment.ts'
import { recordProviderCall, paymentsToAsk } from './payment-rows.ts'
import { withinBudget } from '../../platform/run-budget.ts'

/** A payment without a final response is read at the provider after this time, in ms. */
export const askAfterMs = 2 * minuteMs

/** Scheduled task: reads card payments whose response was lost or is late at the provider, and records the result. */
export async function settleUnansweredPayments(ctx: Ctx): Promise<void> {
  for await (const payment of withinBudget(ctx, await paymentsToAsk(ctx.db, ctx.now - askAfterMs))) {
    try {
      const settled = findPayment(
        await refreshPayment(ctx, await loadOrder(ctx, payment.order_id), payment.id),
        payment.id,
      )
      if (settled.status === 'succeeded' && paymentProvider(ctx.env).name === 'stripe')
        await countMissedReport(ctx.db, ctx.now)
      if (settled.status === payment.status) await recordProviderCall(ctx.db, payment.id, ctx.now)
    } catch (error) {
      ctx.log('payment_not_settled', {
        payment_id: payment.id,
        reason: error instanceof Error ? error.message.slice(0, 100) : 'unknown',
      })
      // Moves the payment to the end of the queue, so that a payment that never settles does not block the others.
      await recordProviderCall(ctx.db, payment.id, ctx.now)
    }
  }
}
