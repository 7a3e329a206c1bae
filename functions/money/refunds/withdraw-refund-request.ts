import { ApiError } from '../../contract/api-error.ts'
import type { RefundRequest } from '../../contract/money/refund.ts'
import type { CustomerContext } from '../../platform/context.ts'
import { commit } from '../../platform/database/commit.ts'
import { recordEvent } from '../../platform/database/outbox.ts'
import { loadOwnOrder } from '../orders/load-order.ts'
import { requestsOfOrder } from './refund-rows.ts'
import { transitionRefundRequest } from './request-refund.ts'
import { getRefundRequest } from './show-refund-request.ts'

/** Withdraws the caller's open request; its places stay cancelled. A second call returns the withdrawn request. */
export async function withdrawRefund(
  ctx: CustomerContext,
  input: { order_id: string; refund_request_id?: string | undefined },
): Promise<RefundRequest> {
  const order = await loadOwnOrder(ctx, input.order_id)
  const requests = (await requestsOfOrder(ctx.db, order.id)).filter(
    ({ id }) => input.refund_request_id === undefined || id === input.refund_request_id,
  )
  const request =
    requests.find(({ status }) => status === 'requested') ??
    requests.find(({ status }) => status === 'withdrawn') ??
    requests[0]
  if (!request && input.refund_request_id) throw new ApiError('not_found', { param: 'refund_request_id' })
  if (!request) throw new ApiError('state_conflict', { param: 'status', subject: 'none' })

  if (request.status !== 'withdrawn')
    await commit(ctx, [
      ...transitionRefundRequest(ctx, request, 'withdrawn', { actor: ctx.actor }),
      recordEvent(ctx, { kind: 'refund.withdrawn', ref: request.id, body: {} }),
    ])
  return getRefundRequest(ctx, { order_id: order.id, refund_request_id: request.id })
}
