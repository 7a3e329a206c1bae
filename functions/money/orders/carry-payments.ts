import { system } from '../../platform/actor.ts'
import type { Ctx } from '../../platform/context.ts'
import type { Statement } from '../../platform/database/database.ts'
import { historyRow } from '../../platform/database/history.ts'
import type { LoadedOrder } from './load-order.ts'
import { partsToCarry } from './move-order.ts'
import type { MoveOrigin } from './move-origin-rows.ts'
import { issueCreditNote } from './issue-receipt.ts'
import { insertCarriedPayment } from './order-rows.ts'

/**
 * Statements that carry the payments for a place to the order that it moves to, newest first as in a refund. A trigger
 * records the amount that leaves the old order, as a refund with a credit note that names the new receipt.
 */
export function carryPayments(ctx: Ctx, order: LoadedOrder, origin: MoveOrigin): Statement[] {
  return partsToCarry(order.amount_carried, origin.payments).flatMap(({ payment, amount }) => {
    const id = ctx.newId('pay')
    const { remaining, charged_payment_id, id: carried_from, ...same } = payment
    const row = {
      ...same,
      id,
      order_id: order.id,
      customer_id: order.customer_id,
      status: 'succeeded' as const,
      amount_total: amount,
      amount_received: amount,
      carried_from,
      charged_payment_id: charged_payment_id ?? carried_from,
      updated: ctx.now,
    }
    const history = { object: 'payment', object_id: id, step: -1, from: null, to: 'succeeded' } as const
    return [
      insertCarriedPayment(ctx.db, row),
      historyRow(ctx, { ...history, actor: system, reason: 'registration_moved', at: ctx.now }),
      ...issueCreditNote(
        ctx,
        { id: refundOfCarried(id), amount, inputs: { item_id: origin.line.id } },
        { items: [origin.line], program: order.program },
      ),
    ]
  })
}

// The trigger `payment_carried_leaves` names the refund after the payment.
const refundOfCarried = (paymentId: string): string => `ref_${paymentId.slice('pay_'.length)}`
