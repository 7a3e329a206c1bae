import type { Actor } from '../../platform/actor.ts'
import { ApiError } from '../../contract/api-error.ts'
import { type RefundRequestStatus, mayTransition } from '../../contract/states/refund-request-states.ts'
import type { RefundDestination, RefundReason } from '../../contract/booking/registration.ts'
import type { Ctx, CustomerContext } from '../../platform/context.ts'
import type { Statement } from '../../platform/database/database.ts'
import { guard } from '../../platform/database/guard.ts'
import { creationRow, transitionRow } from '../../platform/database/history.ts'
import { recordEvent } from '../../platform/database/outbox.ts'
import type { LoadedOrder } from '../orders/load-order.ts'
import {
  changeRefundRequest,
  insertRefundRequest,
  type RefundRequestChange,
  type RefundRequestRow,
} from './refund-rows.ts'

type RequestRefundInput = {
  /** Set by callers that return the request. */
  id?: string
  amount: number
  registration_ids: string[]
  /** The item, if the request is not about a place. */
  item_id?: string
  reason: RefundReason | null
  reason_other: string | null
  comment?: string | null
  destination?: RefundDestination
  /** True if the policy refunds automatically, without a decision. */
  isAutomatic?: boolean
}

/** Statements that create a refund request, if the policy asks the organisation, which then gets a mail. */
export function requestRefund(
  ctx: CustomerContext,
  order: Pick<LoadedOrder, 'id' | 'customer_id' | 'program_id'>,
  input: RequestRefundInput,
): Statement[] {
  const id = input.id ?? ctx.newId('rfr')
  const status = input.isAutomatic ? 'approved' : 'requested'
  return [
    insertRefundRequest(ctx.db, {
      id,
      order_id: order.id,
      program_id: order.program_id,
      customer_id: order.customer_id,
      status,
      reason: input.reason ?? 'other',
      reason_other: input.reason_other,
      comment: input.comment ?? null,
      destination: input.destination ?? 'original_method',
      registration_ids: input.registration_ids,
      item_id: input.item_id ?? null,
      amount: input.amount,
      amount_approved: input.isAutomatic ? input.amount : null,
      decided_at: input.isAutomatic ? ctx.now : null,
      created: ctx.now,
      updated: ctx.now,
    }),
    creationRow(ctx, { object: 'refund_request', id, to: status }, { actor: ctx.actor, reason: input.reason }),
    ...(input.isAutomatic ? [] : [recordEvent(ctx, { kind: 'refund.requested', ref: id, body: {} })]),
  ]
}

/**
 * Statements for a transition of a request from the status and step that were read. Of two concurrent decisions, the
 * second one's batch is aborted.
 */
export function transitionRefundRequest(
  ctx: Ctx,
  read: RefundRequestRow,
  to: RefundRequestStatus,
  move: { actor: Actor; set?: RefundRequestChange },
): Statement[] {
  if (!mayTransition(read.status, to)) throw new ApiError('state_conflict', { param: 'status', subject: read.status })
  return [
    changeRefundRequest(ctx.db, read, { ...move.set, status: to, step: read.step + 1, updated: ctx.now }),
    guard(ctx.db, 'refund_done'),
    transitionRow(ctx, 'refund_request', read, to, { actor: move.actor }),
  ]
}
