import { minuteMs, undoMs } from '../../contract/limits.ts'
import { provider } from '../../platform/actor.ts'
import type { Ctx } from '../../platform/context.ts'
import { paymentProvider } from '../../platform/cards/choose.ts'
import { commit } from '../../platform/database/commit.ts'
import { guard } from '../../platform/database/guard.ts'
import { transitionRow } from '../../platform/database/history.ts'
import { recordEvent } from '../../platform/database/outbox.ts'
import { issueCreditNote, reverseCreditNote } from '../orders/issue-receipt.ts'
import { loadOrder } from '../orders/load-order.ts'
import { completeRefundRequests } from './follow-refund-requests.ts'
import type { ProviderRefund } from '../../platform/cards/provider.ts'
import { changeRefund, recordProviderCall, type RefundRow, refundsToAsk, refundWithPayment } from './refund-rows.ts'
import * as refundStates from '../../contract/states/refund-states.ts'
import { withinBudget } from '../../platform/run-budget.ts'

/** How long a refund may be pending before the provider is asked again, in ms. A refund that can be undone waits less. */
const askAgainAfterMs = undoMs + minuteMs
const reasons: Record<string, 'duplicate' | 'requested_by_customer'> = { duplicate: 'duplicate' }

/**
 * Calls the provider for one refund, with the refund's id as the idempotency key, so that a repeated call refunds once.
 */
export async function executeRefund(ctx: Ctx, refundId: string): Promise<void> {
  const row = await refundWithPayment(ctx.db, refundId)
  if (row?.refund.status !== 'pending' || row.refund.destination !== 'original_method' || !row.intent_id) return
  const { refund } = row

  const answer = await paymentProvider(ctx.env).refund({
    refund_id: refund.id,
    intent_id: row.intent_id,
    amount: refund.amount,
    reason: reasons[refund.reason ?? ''] ?? 'requested_by_customer',
    account: row.account,
    now: ctx.now,
  })
  await settleRefund(ctx, row, answer)
}

/** Handles a provider event about a refund by reading the refund at the provider. */
export async function refreshRefund(ctx: Ctx, refundId: string): Promise<void> {
  const row = await refundWithPayment(ctx.db, refundId)
  if (!row) return
  const { refund, account } = row
  const { provider_refund_id } = refund
  if (provider_refund_id === null) return executeRefund(ctx, refundId)
  const answer = await paymentProvider(ctx.env).readRefund({ provider_refund_id, account, now: ctx.now })
  if (answer && answer.state !== refund.status) await settleRefund(ctx, row, answer)
}

/** Records the provider's response about a refund, once, with the credit note that follows from it. */
async function settleRefund(
  ctx: Ctx,
  { refund, timezone }: { refund: RefundRow; timezone: string },
  answer: ProviderRefund,
): Promise<void> {
  if (answer.state === 'pending' || !refundStates.mayTransition(refund.status, answer.state))
    return recordProviderCall(ctx.db, refund.id, ctx.now)

  const isFailed = refundStates.unsuccessful.has(answer.state)
  const credited = answer.state === 'succeeded' ? await loadOrder(ctx, refund.order_id) : null
  await commit(ctx, [
    changeRefund(ctx.db, refund, {
      status: answer.state,
      step: refund.step + 1,
      provider_refund_id: answer.id,
      failure: answer.failure,
      updated: ctx.now,
    }),
    guard(ctx.db, 'refund_done'),
    transitionRow(ctx, 'refund', refund, answer.state, { actor: provider, reason: answer.failure }),
    ...(credited ? issueCreditNote(ctx, refund, credited) : []),
    ...(isFailed ? reverseCreditNote(ctx, refund.id, timezone) : []),
    ...(isFailed && refund.payment_id
      ? [
          recordEvent(ctx, {
            kind: 'payment.needs_attention',
            ref: refund.payment_id,
            key: `refund:${refund.id}`,
            body: {
              why: isDisputed(answer) ? 'refund_disputed' : 'refund_failed',
              refund_id: refund.id,
              refunded: refund.amount,
            },
          }),
        ]
      : []),
    ...(isFailed
      ? [
          recordEvent(ctx, {
            kind: 'refund.failed',
            ref: refund.id,
            key: `${refund.id}:${answer.state}`,
            body: {},
          }),
        ]
      : []),
  ])
  if (answer.state === 'succeeded' && refund.refund_request_id) await completeRefundRequests(ctx)
}

/** True when the cardholder's bank took the money back before our refund. */
export const isDisputed = ({ failure }: Pick<ProviderRefund, 'failure'>): boolean => failure === 'charge_disputed'

/** Scheduled task: asks the provider about pending refunds. */
export async function settleOpenRefunds(ctx: Ctx): Promise<void> {
  for await (const id of withinBudget(ctx, await refundsToAsk(ctx.db, ctx.now - askAgainAfterMs))) {
    await executeRefund(ctx, id).catch(async (error: unknown) => {
      ctx.log('refund_not_settled', { refund_id: id, reason: error instanceof Error ? error.name : 'unknown' })
      // Moves the refund to the end of the queue, so that a refund that never settles does not block the others.
      await recordProviderCall(ctx.db, id, ctx.now)
    })
  }
}
