import type { RefundReason } from '../contract/registration.ts'
import type { CustomerContext } from '../context.ts'
import type { Statement } from '../database/database.ts'
import { historyRow } from '../database/history.ts'
import { recordEvent } from '../database/outbox.ts'
import type { LoadedOrder } from '../orders/load-order.ts'
import { insertRefundRequest } from './refund-rows.ts'

type RequestRefundInput = {
  amount: number
  registration_ids: string[]
  reason: RefundReason | null
  reason_other: string | null
}

/** Statements that ask the organisation for money back, where its policy wants to be asked; a mail tells it. */
export function requestRefund(
  ctx: CustomerContext,
  order: Pick<LoadedOrder, 'id' | 'customer_id'>,
  input: RequestRefundInput,
): Statement[] {
  const id = ctx.newId('rfr')
  return [
    insertRefundRequest(ctx.db, {
      id,
      order_id: order.id,
      customer_id: order.customer_id,
      status: 'requested',
      reason: input.reason ?? 'other',
      reason_other: input.reason_other,
      registration_ids: input.registration_ids,
      amount: input.amount,
      created: ctx.now,
      updated: ctx.now,
    }),
    historyRow(ctx, {
      object: 'refund_request',
      object_id: id,
      step: -1,
      from: null,
      to: 'requested',
      actor: ctx.actor,
      reason: input.reason,
      at: ctx.now,
    }),
    recordEvent(ctx, { kind: 'refund.requested', ref: id, body: {} }),
  ]
}
