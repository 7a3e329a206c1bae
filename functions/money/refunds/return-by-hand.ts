import type { Actor } from '../../platform/actor.ts'
import { type BalanceOwner, creditRefund } from '../balances/balance-ledger.ts'
import { ApiError } from '../../contract/api-error.ts'
import type { Ctx } from '../../platform/context.ts'
import type { Statement } from '../../platform/database/database.ts'
import { guard } from '../../platform/database/guard.ts'
import { creationRow, transitionRow } from '../../platform/database/history.ts'
import { queueJob } from '../../platform/database/outbox.ts'
import { issueCreditNote } from '../orders/issue-receipt.ts'
import type { LoadedOrder } from '../orders/load-order.ts'
import { changeRefund, insertRefund, type RefundRow } from './refund-rows.ts'
import * as refundStates from '../../contract/states/refund-states.ts'

type RefundedOrder = Pick<LoadedOrder, 'items' | 'program'>

/** Statements that record a refund that the organisation paid itself, with its credit note. */
export function returnedByHand(
  ctx: Ctx,
  order: RefundedOrder,
  { refund, actor }: { refund: RefundRow; actor: Actor },
): Statement[] {
  if (isOver(refund)) {
    const { id, work } = refundInstead(ctx, refund, { actor, way: 'by_hand' })
    return [...work, ...issueCreditNote(ctx, { ...refund, id }, order)]
  }
  if (refund.status !== 'requires_action' || !refundStates.mayTransition(refund.status, 'succeeded'))
    throw new ApiError('state_conflict', { param: 'status', subject: refund.status })
  return [
    changeRefund(ctx.db, refund, { status: 'succeeded', step: refund.step + 1, updated: ctx.now }),
    guard(ctx.db, 'refund_done'),
    transitionRow(ctx, 'refund', refund, 'succeeded', { actor, reason: 'by_hand' }),
    ...issueCreditNote(ctx, refund, order),
  ]
}

/** Statements that retry a failed refund at the provider. */
export function sendRefundAgain(ctx: Ctx, refund: RefundRow, actor: Actor): Statement[] {
  if (!isOver(refund)) throw new ApiError('state_conflict', { param: 'status', subject: refund.status })
  const { id, work } = refundInstead(ctx, refund, { actor, way: 'send_again' })
  return [...work, queueJob(ctx, { kind: 'refund.execute', ref: id })]
}

/** Statements that credit a failed refund to the customer's balance instead. */
export function refundToBalance(
  ctx: Ctx,
  order: BalanceOwner & RefundedOrder & { id: string },
  { refund, actor }: { refund: RefundRow; actor: Actor },
): Statement[] {
  if (!isOver(refund)) throw new ApiError('state_conflict', { param: 'status', subject: refund.status })
  const { id, work } = refundInstead(ctx, refund, { actor, way: 'to_balance' })
  return [
    ...work,
    ...creditRefund(ctx, order, { id, amount: refund.amount, actor }),
    ...issueCreditNote(ctx, { ...refund, id }, order),
  ]
}

const isOver = ({ status }: RefundRow): boolean => refundStates.unsuccessful.has(status)

// A failed refund keeps its status, and one new refund replaces it. The key of the new refund is the id of the failed
// one.
function refundInstead(
  ctx: Ctx,
  refund: RefundRow,
  { actor, way }: { actor: Actor; way: 'by_hand' | 'send_again' | 'to_balance' },
): { id: string; work: Statement[] } {
  const id = ctx.newId('ref')
  const status = way === 'send_again' ? ('pending' as const) : ('succeeded' as const)
  const work = [
    insertRefund(ctx.db, {
      id,
      order_id: refund.order_id,
      payment_id: refund.payment_id,
      refund_request_id: refund.refund_request_id,
      dedupe: `instead:${refund.id}`,
      status,
      amount: refund.amount,
      destination: way === 'to_balance' ? 'account_balance' : refund.destination,
      reason: refund.reason,
      inputs: { ...refund.inputs, instead_of: refund.id },
      created: ctx.now,
      updated: ctx.now,
    }),
    creationRow(ctx, { object: 'refund', id, to: status }, { actor, reason: way }),
  ]
  return { id, work }
}
