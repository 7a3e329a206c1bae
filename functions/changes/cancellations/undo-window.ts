import { instant } from '../../contract/instant.ts'
import { undoMs } from '../../contract/limits.ts'
import type { CancellationOutcome } from '../../booking/registrations/cancellation-preview.ts'
import type { LoadedRegistration } from '../../booking/registrations/load-registration.ts'
import { openOfItem } from '../../money/orders/instalments.ts'
import type { ActingContext, Ctx } from '../../platform/context.ts'
import type { Statement } from '../../platform/database/database.ts'
import { queueJob } from '../../platform/database/outbox.ts'
import { type CancelReason, destinationForMail, type PaidOrder } from './cancel-place.ts'
import { cancelBooked, isLastOf } from './cancel-booked.ts'
import { type Held, undoKeyOf } from './undo-rows.ts'

export { type Held, heldChange as findHeld, removeWaiting as stopWaiting } from './undo-rows.ts'

/** Until when a change can be undone, for the API. */
export const undoUntil = (ctx: Pick<Ctx, 'now'>) => instant(ctx.now + undoMs)

/** Statement that lets a change be undone: the row is the right to undo it once, and has nothing to do when it is due. */
export const holdForUndo = (
  ctx: Ctx,
  { id, step }: Pick<LoadedRegistration['registration'], 'id' | 'step'>,
  held: Held,
): Statement =>
  queueJob(ctx, {
    kind: 'registration.undo_over',
    ref: id,
    key: undoKeyOf({ id, step: step + 1 }),
    body: held,
    dueAt: ctx.now + undoMs,
  })

type Cancelling = { order: PaidOrder | null; outcome: CancellationOutcome; reasons: CancelReason }

/** Statements that cancel a place so that staff can undo it: its mail and its refund wait. */
export function cancelHeld(
  ctx: ActingContext,
  place: LoadedRegistration,
  { order, outcome, reasons }: Cancelling,
): Statement[] {
  const { registration } = place
  const item = itemOf(order, registration.id)
  return [
    ...cancelBooked(ctx, place, { order, outcome, reasons: { ...reasons, dueAt: ctx.now + undoMs } }),
    holdForUndo(ctx, registration, {
      change: 'cancellation',
      penalty: registration.penalty,
      item: item && {
        id: item.id,
        amount_cancelled: item.amount_cancelled,
        refund_policy: item.refund_policy,
        discount_lost: item.discount_lost,
      },
      order_step: order && order.step + 1,
      num_refunds: order?.refunds.length ?? 0,
      returned: outcome.result === 'automatic' ? outcome.amount : 0,
    }),
  ]
}

const itemOf = (order: PaidOrder | null, registrationId: string) =>
  order?.items.find((item) => item.registration_id === registrationId && item.cancelled_at === null) ?? null

/**
 * True if a cancellation can be undone: its refund waits in the outbox. A visit, a credit to the balance, cash, unpaid
 * instalments and released coupons change at once.
 */
export function isUndoable({ registration }: LoadedRegistration, { order, outcome, reasons }: Cancelling): boolean {
  if (registration.status !== 'confirmed' || registration.session_credit_id !== null) return false
  if (!order) return true
  const item = itemOf(order, registration.id)
  const back = outcome.result === 'automatic' ? outcome.amount : 0
  const { destination, to_balance } = destinationForMail(order, back, reasons.destination)
  return (
    order.status === 'paid' &&
    (back === 0 || (destination === 'original_method' && to_balance === 0)) &&
    (!item || openOfItem(order, item.id) === 0) &&
    (order.discounts.length === 0 || !isLastOf(order, registration.id))
  )
}
