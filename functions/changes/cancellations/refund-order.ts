import { ApiError } from '../../contract/api-error.ts'
import type { RefundOrderRequest, RefundRequest } from '../../contract/money/refund.ts'
import type { CustomerContext } from '../../platform/context.ts'
import { commit } from '../../platform/database/commit.ts'
import type { Statement } from '../../platform/database/database.ts'
import { recordEvent } from '../../platform/database/outbox.ts'
import { retryOnConflict } from '../../platform/database/retry-on-conflict.ts'
import { releaseDiscounts } from '../../money/discounts/reserve-discounts.ts'
import { transitionOrder } from '../../money/orders/order-steps.ts'
import { createRefund } from '../../money/refunds/create-refund.ts'
import { amountToBalance } from '../../money/refunds/split-refund.ts'
import { sum } from '../../offering/pricing/shares.ts'
import { requestRefund } from '../../money/refunds/request-refund.ts'
import { getRefundRequest, type LoadedRefundRequest } from '../../money/refunds/show-refund-request.ts'
import { checkReason } from './cancel-registration.ts'
import {
  cancelPlace,
  chosenDestination,
  type PaidOrder,
  stopCharging,
  destinationForMail,
  outcomeForMail,
} from './cancel-place.ts'
import { refundInputs, refundsSomething, planRefund, type RefundPlan, type RefundRow } from './refund-plan.ts'
import { loadPaid, showPreview } from './refund-preview.ts'

type RefundOrderInput = RefundOrderRequest & { order_id: string }

/**
 * Cancels places of a paid order for a refund. The automatic part is refunded at once; the remainder is requested from
 * the organisation. Returns the open request, or the one that the policy approved.
 */
export async function refundOrder(ctx: CustomerContext, input: RefundOrderInput): Promise<RefundRequest> {
  const { reason, metadata = {} } = input
  const wrong = checkReason({ reason, reason_other: metadata.reason_other })
  if (wrong) throw new ApiError(wrong.type, { param: wrong.param })
  // A concurrent call may have cancelled a place already.
  return retryOnConflict(async () => refundOnce(ctx, input))
}

async function refundOnce(ctx: CustomerContext, input: RefundOrderInput): Promise<RefundRequest> {
  const { metadata = {} } = input
  const { order, requests } = await loadPaid(ctx, input.order_id)
  if (input.program_id !== undefined && input.program_id !== order.program_id)
    throw new ApiError('invalid_parameter', { param: 'program_id' })
  const ids = metadata.registration_ids ?? null
  checkMayRefund(order, requests, ids)
  chosenDestination(order, metadata.destination)
  const plan = planRefund(ctx, order, ids)
  refuse(plan, requests, ids)
  const amount = plan.automatic + plan.requested
  if (typeof metadata.expected_amount === 'number' && metadata.expected_amount !== amount)
    throw new ApiError('quote_stale', {
      param: 'expected_amount',
      body: { refund: showPreview(ctx, { order, requests }, { plan, ids }) },
    })

  const answerId = ctx.newId('rfr')
  ctx.request.setCreatedLocation(`/v1/profile/orders/${order.id}/refund/${answerId}`)
  await commit(ctx, [
    ...cancelPlaces(ctx, order, { plan, input }),
    ...endOrChange(ctx, order, plan),
    ...stopCharging(
      ctx,
      order,
      plan.rows.map(({ place }) => place),
    ),
    ...refundWrites(ctx, order, { plan, input, answerId }),
    ...recordEvents(ctx, order, { plan, input }),
  ])
  return getRefundRequest(ctx, { order_id: order.id, refund_request_id: answerId })
}

function checkMayRefund(order: PaidOrder, requests: LoadedRefundRequest[], ids: string[] | null): void {
  if (ids?.some((id) => !order.registrations.some(({ registration }) => registration.id === id)))
    throw new ApiError('not_found', { param: 'registration_ids' })
  if (order.status === 'paid') return
  // The places were cancelled before, and their request is open or decided.
  if (requests.length > 0) throw new ApiError('state_conflict', { param: 'status', subject: requests[0]?.status ?? '' })
  throw new ApiError('refund_not_allowed', { param: 'order_id', subject: order.status })
}

function refuse({ rows }: RefundPlan, requests: LoadedRefundRequest[], ids: string[] | null): void {
  const isGone = (id: string) => !rows.some(({ place }) => place.registration.id === id)
  if (ids?.some(isGone) || (ids === null && rows.length === 0 && requests.some(({ status }) => status === 'requested')))
    throw new ApiError('state_conflict', { param: 'registration_ids' })
  const stuck = rows.find(({ outcome }) => outcome.to === null)
  if (stuck)
    throw new ApiError(stuck.outcome.sentence === 'contact_only' ? 'cancellation_not_allowed' : 'already_started', {
      param: 'registration_ids',
    })
  if (!rows.some(({ outcome }) => refundsSomething(outcome)))
    throw new ApiError('refund_not_allowed', { param: 'order_id' })
}

type Activity = { plan: RefundPlan; input: RefundOrderInput }
const reasonsOf = ({ reason, metadata = {} }: RefundOrderInput) => ({
  reason,
  reason_other: metadata.reason_other || null,
  destination: metadata.destination ?? ('original_method' as const),
})

function cancelPlaces(ctx: CustomerContext, order: PaidOrder, { plan, input }: Activity): Statement[] {
  return plan.rows.flatMap(({ place, outcome }) =>
    cancelPlace(ctx, place, { order, outcome, reasons: reasonsOf(input) }),
  )
}

function endOrChange(ctx: CustomerContext, order: PaidOrder, plan: RefundPlan): Statement[] {
  const amount_cancelled = order.amount_cancelled + plan.automatic
  if (!plan.isWhole)
    return transitionOrder(ctx, order, order.status, {
      actor: ctx.actor,
      reason: 'registration_cancelled',
      set: { amount_cancelled },
    })
  return [
    ...transitionOrder(ctx, order, 'cancelled', {
      actor: ctx.actor,
      reason: 'customer',
      set: { cancel_reason: 'customer', amount_cancelled },
    }),
    ...releaseDiscounts(ctx, order),
  ]
}

// Statements for one request for the automatic part and one for the remainder. `answerId` is the id of the request for
// the remainder, or of the automatic request if nothing remains.
function refundWrites(
  ctx: CustomerContext,
  order: PaidOrder,
  { plan, input, answerId }: Activity & { answerId: string },
): Statement[] {
  const { automatic, requested } = plan
  const rowsOf = (result: RefundRow['outcome']['result']) =>
    plan.rows.filter(({ outcome }) => outcome.result === result)
  const idsOf = (result: RefundRow['outcome']['result']) => rowsOf(result).map(({ place }) => place.registration.id)
  const requestedIds = idsOf('request')
  const about = { ...reasonsOf(input), comment: input.metadata?.comment || null }
  const automaticId = requestedIds.length > 0 ? ctx.newId('rfr') : answerId
  const returns =
    automatic > 0
      ? [
          ...requestRefund(ctx, order, {
            id: automaticId,
            amount: automatic,
            registration_ids: idsOf('automatic'),
            isAutomatic: true,
            ...about,
          }),
          ...createRefund(ctx, order, {
            amount: automatic,
            destination: about.destination,
            dedupe: `request:${automaticId}`,
            reason: input.reason,
            inputs: refundInputs(plan.rows),
            actor: ctx.actor,
            refund_request_id: automaticId,
          }),
        ]
      : []
  if (requestedIds.length === 0) return returns
  return [
    ...returns,
    ...requestRefund(ctx, order, { id: answerId, amount: requested, registration_ids: requestedIds, ...about }),
  ]
}

function recordEvents(ctx: CustomerContext, order: PaidOrder, { plan, input }: Activity): Statement[] {
  const { destination } = reasonsOf(input)
  if (plan.isWhole)
    return [
      recordEvent(ctx, {
        kind: 'order.cancelled',
        ref: order.id,
        body: {
          returned: plan.automatic,
          requested: plan.requested,
          late_fee: sum(plan.rows.map(({ outcome }) => outcome.late_fee)),
          registration_ids: plan.rows.map(({ place }) => place.registration.id),
          ...destinationForMail(order, plan.automatic, destination),
        },
      }),
    ]
  // The outcomes are split one after the other, in the same way as the refund is distributed over the payments.
  const automatic = plan.rows.map(({ outcome }) => (outcome.result === 'automatic' ? outcome.amount : 0))
  const before = (index: number) => sum(automatic.slice(0, index))
  const onBalance = (amount: number) => (amount > 0 ? amountToBalance(amount, order, destination) : 0)
  return plan.rows.map(({ place, outcome }, index) =>
    recordEvent(ctx, {
      kind: 'registration.cancelled',
      ref: place.registration.id,
      body: {
        ...outcomeForMail(outcome),
        destination,
        to_balance: onBalance(before(index + 1)) - onBalance(before(index)),
      },
    }),
  )
}
