import { undoOverSentence } from '../../contract/sentences/sentence.ts'
import { ApiError } from '../../contract/api-error.ts'
import * as refundStates from '../../contract/states/refund-states.ts'
import { type LoadedRegistration, orderLookup } from '../../booking/registrations/load-registration.ts'
import { undoCancelledPlace } from '../../booking/registrations/registration-steps.ts'
import { restoreDiscounts } from '../../money/discounts/reserve-discounts.ts'
import { orderReads, toOrder } from '../../money/orders/load-order.ts'
import { undoInOrder } from '../../money/orders/order-steps.ts'
import { cancelRefunds, type LoadedRefund, refundReads } from '../../money/refunds/create-refund.ts'
import type { OrganiserContext } from '../../platform/context.ts'
import type { Statement } from '../../platform/database/database.ts'
import { guard } from '../../platform/database/guard.ts'
import { restoreItem } from './cancellation-rows.ts'
import type { PaidOrder } from './cancel-place.ts'
import { guardRefunds, type Held, useUndo } from './undo-rows.ts'

type Cancelled = Extract<Held, { change: 'cancellation' }>

/** The error that a change can no longer be undone. */
export const undoOver = (ctx: OrganiserContext): ApiError =>
  new ApiError('state_conflict', { param: 'registration_id', message: undoOverSentence(ctx.language) })

/** Statements that undo the cancellation of a place, with its order and its refund. Throws if its order changed since. */
export async function undoCancellation(
  ctx: OrganiserContext,
  place: LoadedRegistration,
  held: Cancelled,
): Promise<Statement[]> {
  const { registration } = place
  const order = await orderOf(ctx, registration)
  const refunds = refundsOf(order, registration)
  const isChanged = (order?.refunds.length ?? 0) !== held.num_refunds + refunds.length
  const isSent = refunds.some(({ status }) => !refundStates.open.has(status))
  if (isChanged || isSent || held.order_step !== (order?.step ?? null)) throw undoOver(ctx)
  return [
    ...undoCancelledPlace(ctx, place, { mayBeExtra: held.is_extra, penalty: held.penalty }),
    ...(held.item ? [restoreItem(ctx.db, held.item), guard(ctx.db, 'state')] : []),
    ...(order ? inOrder(ctx, order, held) : []),
    ...cancelRefunds(ctx, refunds, { actor: ctx.actor, reason: 'undone' }),
    ...useUndo(ctx.db, registration, [
      `registration.cancelled:${registration.id}`,
      ...refunds.flatMap(({ id }) => [
        `refund.execute:${id}`,
        `refund.credit:${id}`,
        `payment.needs_attention:refund:${id}`,
      ]),
    ]),
  ]
}

const inOrder = (ctx: OrganiserContext, order: PaidOrder, held: Cancelled): Statement[] => [
  guardRefunds(ctx.db, order.id, order.refunds.length),
  ...undoInOrder(ctx, order, { amount_cancelled: order.amount_cancelled - held.returned, cancel_reason: null }),
  ...(order.status === 'cancelled' ? restoreDiscounts(ctx, order) : []),
]

async function orderOf(
  ctx: OrganiserContext,
  { id, order_id }: LoadedRegistration['registration'],
): Promise<PaidOrder | null> {
  if (order_id === null) return null
  const [refunds, ...read] = await ctx.db.batch([
    refundReads(ctx, orderLookup(id)),
    ...orderReads(ctx, orderLookup(id), null),
  ])
  return { ...toOrder(read), refunds }
}

/** The refunds of the cancellation that made the present step of a place. */
const refundsOf = (order: PaidOrder | null, { id, step }: LoadedRegistration['registration']): LoadedRefund[] =>
  order?.refunds.filter(({ dedupe }) => dedupe.startsWith(`cancel:${id}:${step - 1}:`)) ?? []
