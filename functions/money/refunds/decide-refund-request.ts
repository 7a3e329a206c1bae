import { returnable } from '../../contract/money/refund.ts'
import type { Actor } from '../../platform/actor.ts'
import { ApiError } from '../../contract/api-error.ts'
import type { ApproveRefundRequest, DeclineRefundRequest, OrganiserRefundRequest } from '../../contract/money/refund.ts'
import type { Ctx } from '../../platform/context.ts'
import { commit } from '../../platform/database/commit.ts'
import type { Statement } from '../../platform/database/database.ts'
import { recordEvent } from '../../platform/database/outbox.ts'
import { retryOnConflict } from '../../platform/database/retry-on-conflict.ts'
import type { LoadedOrder } from '../orders/load-order.ts'
import { shareOut, sum } from '../../offering/pricing/shares.ts'
import { leftOfItem, openOfItem, waiveParts } from '../orders/instalments.ts'
import { revokeUnused, visitsOfLine } from '../../booking/session-credits/revoke-unused.ts'
import { createRefund, loadOrderWithRefunds, type OrderWithRefunds, reduceOrder } from './create-refund.ts'
import { findRefundRequest, type NamedRefundRequest, type RefundRequestRow } from './refund-rows.ts'
import { transitionRefundRequest } from './request-refund.ts'
import { getRefundRequestOfProgram } from './show-refund-request.ts'
import { unusedWorth } from '../../offering/pricing/refund-amount.ts'
import * as refundRequestStates from '../../contract/states/refund-request-states.ts'

// The balance of an erased account is no longer usable, so its money is refunded the way it was paid.
const openDestination = ({ user }: LoadedOrder, { destination }: RefundRequestRow) =>
  user.is_active ? destination : 'original_method'

type InRequest = { program_id: string; refund_request_id: string; actor: Actor }

/**
 * Approves a refund request: the requested amount by default, at most what was paid and not refunded. Repeating the
 * same decision returns the first decision. Another decision is refused with the existing decision.
 */
export async function approveRefund(
  ctx: Ctx,
  input: InRequest & ApproveRefundRequest,
): Promise<OrganiserRefundRequest> {
  // A concurrent request for the same order may take the remainder of a payment; then the amount is split again.
  return retryOnConflict(async () => approveOnce(ctx, input))
}

async function approveOnce(ctx: Ctx, input: InRequest & ApproveRefundRequest): Promise<OrganiserRefundRequest> {
  const { request } = await findOfProgram(ctx, input)
  const amount = input.amount ?? request.amount
  if (request.status !== 'requested') return answerDecided(ctx, input, request, isSameApproval(request, amount))
  const order = await loadOrderWithRefunds(ctx, request.order_id)
  if (amount > refundableFor(order, request)) {
    // The remainder may be smaller because the request was decided between the two reads.
    const { request: current } = await findOfProgram(ctx, input)
    if (current.status !== 'requested') return answerDecided(ctx, input, current, isSameApproval(current, amount))
    throw new ApiError('refund_not_allowed', { param: 'amount' })
  }

  const places = shareOfItems(order, request, amount)
  const revoked = await visitsToRevoke(ctx, order, { request, amount, actor: input.actor })

  const writes = [
    ...revoked,
    ...transitionRefundRequest(ctx, request, 'approved', {
      actor: input.actor,
      set: {
        amount_approved: amount,
        decision_text: input.text || null,
        decided_by: input.decided_by ?? null,
        decided_at: ctx.now,
      },
    }),
    ...(amount > 0 && places.length > 0
      ? reduceOrder(ctx, order, { amount, items: places, actor: input.actor, reason: 'refund_approved' })
      : []),
    ...(amount > 0
      ? createRefund(ctx, order, {
          amount,
          destination: openDestination(order, request),
          dedupe: `request:${request.id}`,
          reason: request.reason,
          inputs: { refund_request_id: request.id, amount_requested: request.amount, amount, places },
          actor: input.actor,
          refund_request_id: request.id,
        })
      : []),
    recordEvent(ctx, { kind: 'refund.decided', ref: request.id, body: {} }),
  ]
  await commit(ctx, writes)
  return getRefundRequestOfProgram(ctx, input)
}

// A package refunds only unused sessions. A session that was used in the meantime is not revoked, and unpaid
// instalments are not charged.
async function visitsToRevoke(
  ctx: Ctx,
  order: LoadedOrder,
  { request, amount, actor }: { request: RefundRequestRow; amount: number; actor: Actor },
): Promise<Statement[]> {
  const item = order.items.find(({ id, type }) => id === request.item_id && type === 'session_package')
  const [visits] = item ? await visitsOfLine(ctx, item.id) : []
  if (!item || !visits) return []
  if (amount > unusedWorth(item, visits) - openOfItem(order, item.id))
    throw new ApiError('credit_partly_used', { param: 'amount' })
  return [...revokeUnused(ctx, visits, request.id), ...waiveParts(ctx, order, [item.id], actor)]
}

/** Declines a request and mails the text to its customer. */
export async function declineRefund(
  ctx: Ctx,
  input: InRequest & DeclineRefundRequest,
): Promise<OrganiserRefundRequest> {
  const { request } = await findOfProgram(ctx, input)
  if (request.status !== 'requested') return answerDecided(ctx, input, request, request.status === 'declined')
  await commit(ctx, [
    ...transitionRefundRequest(ctx, request, 'declined', {
      actor: input.actor,
      set: { decision_text: input.text, decided_by: input.decided_by ?? null, decided_at: ctx.now },
    }),
    recordEvent(ctx, { kind: 'refund.decided', ref: request.id, body: {} }),
  ])
  return getRefundRequestOfProgram(ctx, input)
}

/**
 * The most that an approval refunds, in minor units: what is left of the order, and of the items of the request. An
 * erased request names no items.
 */
export function refundableFor(order: LoadedOrder, request: RefundRequestRow | null): number {
  const items = request ? itemsOf(order, request) : []
  const left = sum(items.map((item) => leftOfItem(order, item)))
  return items.length === 0 ? returnable(order) : Math.min(returnable(order), left)
}

async function findOfProgram(ctx: Ctx, input: InRequest): Promise<NamedRefundRequest> {
  const row = await findRefundRequest(ctx.db, input.refund_request_id)
  if (row?.request.program_id !== input.program_id) throw new ApiError('not_found', { param: 'refund_request_id' })
  return row
}

const isSameApproval = ({ status, amount_approved }: RefundRequestRow, amount: number): boolean =>
  refundRequestStates.granted.has(status) && amount_approved === amount

async function answerDecided(
  ctx: Ctx,
  input: InRequest,
  { status }: RefundRequestRow,
  isSame: boolean,
): Promise<OrganiserRefundRequest> {
  if (isSame) return getRefundRequestOfProgram(ctx, input)
  throw new ApiError('state_conflict', { param: 'status', subject: status })
}

type ItemShare = { item_id: string; amount: number }

const itemsOf = ({ items }: LoadedOrder, request: RefundRequestRow) =>
  items.filter(
    ({ id, registration_id }) => id === request.item_id || request.registration_ids.includes(registration_id ?? ''),
  )

// The amount by item of the request, by price; by what is left of each where an earlier refund leaves less. Empty once
// the items are erased.
function shareOfItems(order: OrderWithRefunds, request: RefundRequestRow, amount: number): ItemShare[] {
  const requested = itemsOf(order, request)
  const left = requested.map((item) => leftOfItem(order, item))
  const byPrice = shareOut(
    amount,
    requested.map((item) => Math.max(1, item.amount - item.amount_discount)),
  )
  const parts = byPrice.every((part, index) => part <= (left[index] ?? 0)) ? byPrice : shareOut(amount, left)
  return parts.map((part, index) => ({ item_id: requested[index]?.id ?? '', amount: part }))
}
