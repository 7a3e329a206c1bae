import { ApiError } from '../../contract/api-error.ts'
import * as orderStates from '../../contract/states/order-states.ts'
import { isPromised } from '../../booking/spots/hold-clock.ts'
import type { LoadedOrder } from '../../money/orders/load-order.ts'
import { closeIntents } from '../../money/payments/close-intents.ts'
import { endUnpaidOrder } from '../../money/payments/end-unpaid-order.ts'
import { ProviderUnreachable } from '../../platform/cards/provider.ts'
import type { ActingContext } from '../../platform/context.ts'
import { retryOnConflict } from '../../platform/database/retry-on-conflict.ts'
import type { Statement } from '../../platform/database/database.ts'
import { recordEvent } from '../../platform/database/outbox.ts'
import { byStaff } from './cancel-place.ts'

type By = { note?: string | null; notify?: boolean }

/**
 * Statements that end an unpaid order at the request of its customer or of staff. A pending offline order was mailed, so
 * its end is mailed too.
 */
export function endUnpaid(
  ctx: ActingContext,
  order: LoadedOrder,
  { note = null, notify = true }: By = {},
): Statement[] {
  const reason = ctx.actor.type === 'customer' ? ('customer' as const) : ('organiser' as const)
  const ended = endUnpaidOrder(ctx, order, {
    to: 'cancelled',
    actor: ctx.actor,
    reason,
    note,
    set: { cancel_reason: reason, hold_expires_at: null },
  })
  if (!isPromised(order) || !notify) return ended
  const body = { returned: 0, requested: 0, registration_ids: null, ...byStaff(ctx) }
  return [...ended, recordEvent(ctx, { kind: 'order.cancelled', ref: order.id, body })]
}

/**
 * Ends the card payment of an unpaid order at the provider, and returns the statements that cancel the order. Throws for
 * an order that may not be cancelled, or that was paid meanwhile.
 */
export async function cancelUnpaid(ctx: ActingContext, before: LoadedOrder, by: By = {}): Promise<Statement[]> {
  requireUnpaid(before)
  // The membership must be cancelled instead, which ends its open order.
  if (before.membership_id !== null) throw new ApiError('cancellation_not_allowed', { param: 'order_id' })
  const order = await closeIntents(ctx, before)
  requireUnpaid(order)
  return endUnpaid(ctx, order, by)
}

function requireUnpaid({ status }: LoadedOrder): void {
  if (status === 'processing') throw new ApiError('payment_in_progress', { subject: status })
  if (!orderStates.awaitingCustomer.has(status)) throw new ApiError('state_conflict', { subject: status })
}

/** Cancels an order, again if it changed meanwhile. Throws `unavailable` if the provider does not answer. */
export const withProvider = <Answer>(
  ctx: ActingContext,
  order_id: string,
  work: () => Promise<Answer>,
): Promise<Answer> =>
  retryOnConflict(work).catch((error: unknown) => {
    if (!(error instanceof ProviderUnreachable)) throw error
    ctx.log('provider_unreachable', { order_id, reason: error.code })
    throw new ApiError('unavailable', { retryAfterSeconds: 30 })
  })
