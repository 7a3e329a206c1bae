import { system } from '../../platform/actor.ts'
import * as registrationStates from '../../contract/states/registration-states.ts'
import type { CancellationOutcome } from '../../booking/registrations/cancellation-preview.ts'
import type { LoadedRegistration } from '../../booking/registrations/load-registration.ts'
import { releaseDiscounts } from '../../money/discounts/reserve-discounts.ts'
import { transitionOrder } from '../../money/orders/order-steps.ts'
import type { ActingContext } from '../../platform/context.ts'
import type { Statement } from '../../platform/database/database.ts'
import { type DomainEvents, recordEvent } from '../../platform/database/outbox.ts'
import {
  byStaff,
  cancelPlace,
  type CancelReason,
  destinationForMail,
  outcomeForMail,
  type PaidOrder,
  refundAtOnce,
  stopCharging,
} from './cancel-place.ts'

type Cancelling = { order: PaidOrder | null; outcome: CancellationOutcome; reasons: CancelReason }

/** True if the order has no other item that is not cancelled. */
export const isLastOf = (order: PaidOrder, registrationId: string): boolean =>
  order.items.every((item) => item.cancelled_at !== null || item.registration_id === registrationId)

/** The key of the refund of a cancelled place. A place that came back may be cancelled again. */
export const refundKeyOf = (
  { id, step }: Pick<LoadedRegistration['registration'], 'id' | 'step'>,
  { dueAt }: CancelReason,
) => (dueAt === undefined ? `cancel:${id}` : `cancel:${id}:${step}`)

/** What the mail about a cancelled place says of its refund. */
export const cancelledBody = (
  ctx: ActingContext,
  { order, outcome, reasons }: Cancelling,
): DomainEvents['registration.cancelled'] => ({
  ...outcomeForMail(outcome),
  ...destinationForMail(order, outcome.result === 'automatic' ? outcome.amount : 0, reasons.destination),
  ...byStaff(ctx),
})

/**
 * Statements that cancel one booked place: its status, the new amounts of its order, the automatic refund, the end of an
 * order without anything left, and the event for the mail. `more` are statements before the event.
 */
export function cancelBooked(
  ctx: ActingContext,
  place: LoadedRegistration,
  { order, outcome, reasons, more = [] }: Cancelling & { more?: Statement[] },
): Statement[] {
  const { id, status, waitlist_entry_id } = place.registration
  const event =
    ctx.actor.type !== 'customer' && waitlist_entry_id !== null && registrationStates.listed.has(status)
      ? recordEvent(ctx, {
          kind: 'waitlist.removed',
          ref: waitlist_entry_id,
          key: id,
          body: { registration_ids: [id] },
        })
      : recordEvent(ctx, {
          kind: 'registration.cancelled',
          ref: id,
          body: cancelledBody(ctx, { order, outcome, reasons }),
          dueAt: reasons.dueAt,
        })
  return [
    ...cancelPlace(ctx, place, { order, outcome, reasons }),
    ...(order ? inOrder(ctx, place, { order, outcome, reasons }) : []),
    ...more,
    ...(reasons.notify === false ? [] : [event]),
  ]
}

// Statements for the order of a cancelled place: its new amounts, its refund, and its end if nothing is left.
function inOrder(
  ctx: ActingContext,
  place: LoadedRegistration,
  { order, outcome, reasons }: Cancelling & { order: PaidOrder },
): Statement[] {
  const { id } = place.registration
  const isAutomatic = outcome.result === 'automatic' && outcome.amount > 0
  const amount_cancelled = order.amount_cancelled + (isAutomatic ? outcome.amount : 0)
  const moved =
    isLastOf(order, id) && order.status === 'paid'
      ? [
          ...transitionOrder(ctx, order, 'cancelled', {
            actor: system,
            reason: 'all_items_cancelled',
            set: { amount_cancelled, cancel_reason: 'all_items_cancelled' },
          }),
          ...releaseDiscounts(ctx, order),
        ]
      : transitionOrder(ctx, order, order.status, {
          actor: ctx.actor,
          reason: 'registration_cancelled',
          note: reasons.note ?? null,
          set: { amount_cancelled },
        })
  return [
    ...moved,
    ...stopCharging(ctx, order, [place]),
    ...(isAutomatic
      ? refundAtOnce(ctx, order, {
          amount: outcome.amount,
          dedupe: refundKeyOf(place.registration, reasons),
          reasons,
          inputs: { registration_id: id, ...outcome.detail, discount_lost: outcome.lost?.amount ?? 0 },
        })
      : []),
  ]
}
