import { ApiError } from '../../contract/api-error.ts'
import { releaseDiscounts } from '../../money/discounts/reserve-discounts.ts'
import { balanceDueIn } from '../../money/orders/balance-due.ts'
import { isCharge } from '../../contract/money/order.ts'
import { isProductLine } from '../../money/orders/order-refusals.ts'
import { transitionOrder } from '../../money/orders/order-steps.ts'
import type { ActingContext } from '../../platform/context.ts'
import type { Statement } from '../../platform/database/database.ts'
import { recordEvent } from '../../platform/database/outbox.ts'
import {
  byStaff,
  cancelPlace,
  type CancelReason,
  destinationForMail,
  type PaidOrder,
  refundAtOnce,
  stopCharging,
} from './cancel-place.ts'
import { refundInputs, type RefundRow, sumOf } from './refund-plan.ts'

/** Throws if a paid order may not be cancelled as a whole. */
export function requireCancellable(ctx: ActingContext, order: PaidOrder, rows: readonly RefundRow[]): void {
  if (rows.some(({ place }) => ctx.now >= place.booking.starts_at))
    throw new ApiError('already_started', { param: 'order_id' })
  // A paid debt stays paid.
  const isNothingBooked = rows.length === 0 && balanceDueIn(order.items) > 0
  // Store products, charges and packages are returned by another call; places with them are cancelled one by one.
  const hasProducts = order.items.some(
    (item) =>
      isProductLine(item) || isCharge(item) || item.type === 'session_package' || item.type === 'membership_package',
  )
  if (isNothingBooked || hasProducts || rows.some(({ outcome }) => outcome.to === null))
    throw new ApiError('cancellation_not_allowed', { param: 'order_id' })
}

/**
 * Statements that cancel a paid order: each place by its outcome, the refund of the automatic part, and the event for
 * the mail. `more` are statements before the event.
 */
export function cancelPaid(
  ctx: ActingContext,
  order: PaidOrder,
  { rows, reasons, more = [] }: { rows: readonly RefundRow[]; reasons: CancelReason; more?: Statement[] },
): Statement[] {
  const { id } = order
  const reason = ctx.actor.type === 'customer' ? ('customer' as const) : ('organiser' as const)
  const back = sumOf(rows, 'automatic')
  const body = {
    returned: back,
    requested: sumOf(rows, 'request'),
    late_fee: rows.reduce((fees, { outcome }) => fees + outcome.late_fee, 0),
    registration_ids: rows.map(({ place }) => place.registration.id),
    ...destinationForMail(order, back, reasons.destination),
    ...byStaff(ctx),
  }
  return [
    ...rows.flatMap(({ place, outcome }) => cancelPlace(ctx, place, { order, outcome, reasons })),
    ...transitionOrder(ctx, order, 'cancelled', {
      actor: ctx.actor,
      reason,
      note: reasons.note ?? null,
      set: { cancel_reason: reason, amount_cancelled: order.amount_cancelled + back },
    }),
    ...stopCharging(
      ctx,
      order,
      rows.map(({ place }) => place),
    ),
    ...releaseDiscounts(ctx, order),
    ...(back > 0
      ? refundAtOnce(ctx, order, { amount: back, dedupe: `cancel:${id}`, reasons, inputs: refundInputs(rows) })
      : []),
    ...more,
    ...(reasons.notify === false ? [] : [recordEvent(ctx, { kind: 'order.cancelled', ref: id, body })]),
  ]
}
