import type { Actor } from '../../platform/actor.ts'
import { type BalanceOwner, creditRefund } from '../balances/balance-ledger.ts'
import type { RefundDestination } from '../../contract/booking/registration.ts'
import type { Ctx, Priority } from '../../platform/context.ts'
import type { IdOrLookup, Statement } from '../../platform/database/database.ts'
import { creationRow } from '../../platform/database/history.ts'
import { queueJob, recordEvent } from '../../platform/database/outbox.ts'
import type { LoadedOrder } from '../orders/load-order.ts'
import { insertRefund, refundsOf, type RefundRow } from './refund-rows.ts'
import { returnParts } from './split-refund.ts'

/** A refund as it was read. */
export type LoadedRefund = RefundRow
type CreateRefundInput = {
  amount: number
  /** Only back to this payment; without it over all payments, newest first. */
  payment_id?: string
  /** Where its customer wants it; the way it was paid unless given. */
  destination?: RefundDestination
  /** Makes it once: the same cause never returns money twice. */
  dedupe: string
  reason: string
  /** The figures the amount came from, kept with the refund. */
  inputs: Record<string, unknown>
  actor: Actor
  /** The request it answers. */
  refund_request_id?: string
  /** `bulk` where it is one of many with the same cause. */
  priority?: Priority
}

/** The read of the refunds an order has, for the load of a verb that is about to return something. */
export function refundReads(ctx: Ctx, orderId: IdOrLookup) {
  return refundsOf(ctx.db, orderId)
}

/**
 * Statements that set money on its way back, in the batch of what causes it; the provider is asked right after (outbox), and what
 * a balance paid is on the balance again at once,
 * as is everything where its customer wants that. The schema keeps the sum of an order's refunds at most what was paid, and `dedupe` makes each cause return money once.
 */
export function createRefund(
  ctx: Ctx,
  order: BalanceOwner & Pick<LoadedOrder, 'id' | 'payments'> & { refunds: LoadedRefund[] },
  input: CreateRefundInput,
): Statement[] {
  const payments = input.payment_id
    ? order.payments.filter((payment) => payment.id === input.payment_id)
    : order.payments
  const about = { payments, refunds: order.refunds }
  return returnParts(input.amount, about, input.destination ?? 'original_method').flatMap((part) => {
    const id = ctx.newId('ref')
    const payment = payments.find((each) => each.id === part.payment_id)
    const toBalance = part.destination === 'account_balance'
    // What was brought by hand goes back by hand: the organisation is told.
    const byHand = !toBalance && payment?.checkout_method !== 'card'
    const status = toBalance ? 'succeeded' : byHand ? 'requires_action' : 'pending'
    return [
      insertRefund(ctx.db, {
        id,
        order_id: order.id,
        payment_id: part.payment_id,
        refund_request_id: input.refund_request_id ?? null,
        dedupe: `${input.dedupe}:${part.payment_id}`,
        status,
        amount: part.amount,
        destination: part.destination,
        reason: input.reason,
        inputs: input.inputs,
        created: ctx.now,
        updated: ctx.now,
      }),
      creationRow(ctx, { object: 'refund', id, to: status }, input),
      ...(toBalance
        ? creditRefund(ctx, order, { id, amount: part.amount, actor: input.actor })
        : [
            byHand
              ? recordEvent(ctx, {
                  kind: 'payment.needs_attention',
                  ref: part.payment_id,
                  key: `refund:${id}`,
                  body: { why: 'refund_by_hand', refund_id: id },
                })
              : queueJob(ctx, { kind: 'refund.execute', ref: id, priority: input.priority ?? 'transactional' }),
          ]),
    ]
  })
}
