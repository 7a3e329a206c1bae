import { ApiError } from '../../contract/api-error.ts'
import { instant } from '../../contract/instant.ts'
import { money, type SoldByProgram } from '../../contract/display-money.ts'
import { type List, list } from '../../contract/paging.ts'
import type {
  OrganiserRefundRequest,
  Refund,
  RefundRequest,
  RefundRequestListQuery,
} from '../../contract/money/refund.ts'
import type { Ctx, CustomerContext } from '../../platform/context.ts'
import { loadOwnOrder } from '../orders/load-order.ts'
import {
  findRefundRequest,
  type NamedRefundRequest,
  pageOfRequests,
  type RefundRequestRow,
  type RefundRow,
  refundsOf,
  requestsOfOrder,
} from './refund-rows.ts'

/** A request as it was read. */
export type LoadedRefundRequest = RefundRequestRow

/** The requests of an order, newest first. */
export const refundRequestReads = (ctx: Ctx, orderId: string) => requestsOfOrder(ctx.db, orderId)

/** A request whose access was checked; null if it does not exist. */
export const loadRefundRequest = async (ctx: Ctx, id: string): Promise<LoadedRefundRequest | null> =>
  (await findRefundRequest(ctx.db, id))?.request ?? null

type Reader = SoldByProgram & { language: string }

/** A refund as the API returns it. */
export const showRefund = (refund: RefundRow, reader: Reader): Refund => ({
  id: refund.id,
  object: 'refund',
  order_id: refund.order_id,
  payment_id: refund.payment_id,
  status: refund.status,
  amount: money(refund.amount, reader, reader.language),
  destination: refund.destination,
  created: instant(refund.created),
})

/** A request as its customer sees it. `refunds` may contain others of the order. */
export function showRefundRequest(
  request: RefundRequestRow,
  refunds: readonly RefundRow[],
  reader: Reader,
): RefundRequest {
  const { amount_approved } = request
  return {
    id: request.id,
    object: 'refund_request',
    status: request.status,
    amount: money(request.amount, reader, reader.language),
    refunds: refunds
      .filter(({ refund_request_id }) => refund_request_id === request.id)
      .map((refund) => showRefund(refund, reader)),
    order_id: request.order_id,
    registration_ids: request.registration_ids,
    item_id: request.item_id,
    reason: request.reason,
    reason_other: request.reason_other,
    comment: request.comment,
    destination: request.destination,
    amount_approved: amount_approved === null ? null : money(amount_approved, reader, reader.language),
    text: request.decision_text,
    decided_at: instant(request.decided_at),
    created: instant(request.created),
    updated: instant(request.updated),
  }
}

const showNamed = (ctx: Ctx, row: NamedRefundRequest, refunds: readonly RefundRow[]): OrganiserRefundRequest => ({
  ...showRefundRequest(row.request, refunds, { currency: row.currency, program: row, language: ctx.language }),
  customer_id: row.request.customer_id,
  customer_name: row.customer,
  receipt_number: row.receipt_number,
  decided_by: row.request.decided_by,
})

/** One of the caller's requests. Throws `not_found` for another order's. */
export async function getRefundRequest(
  ctx: CustomerContext,
  input: { order_id: string; refund_request_id: string },
): Promise<RefundRequest> {
  const order = await loadOwnOrder(ctx, input.order_id)
  const [requests, refunds] = await ctx.db.batch([requestsOfOrder(ctx.db, order.id), refundsOf(ctx.db, order.id)])
  const request = requests.find(({ id }) => id === input.refund_request_id)
  if (!request) throw new ApiError('not_found', { param: 'refund_request_id' })
  return showRefundRequest(request, refunds, { ...order, language: ctx.language })
}

/** A request as its organisation sees it. Throws `not_found` for another program's. */
export async function getRefundRequestOfProgram(
  ctx: Ctx,
  input: { program_id: string; refund_request_id: string },
): Promise<OrganiserRefundRequest> {
  const row = await findRefundRequest(ctx.db, input.refund_request_id)
  if (row?.request.program_id !== input.program_id) throw new ApiError('not_found', { param: 'refund_request_id' })
  return showNamed(ctx, row, await refundsOf(ctx.db, row.request.order_id))
}

/** A program's requests, oldest first by default. */
export async function listRefundRequests(
  ctx: Ctx,
  input: RefundRequestListQuery & { program_id: string },
): Promise<List<OrganiserRefundRequest>> {
  const { rows, total, refunds } = await pageOfRequests(ctx.db, input)
  return list(
    rows.map((row) => showNamed(ctx, row, refunds)),
    total,
    input,
  )
}

/** A refund request with the name of its customer; null for an unknown id. */
export const refundRequestNamed = (db: Ctx['db'], id: string) => findRefundRequest(db, id)
