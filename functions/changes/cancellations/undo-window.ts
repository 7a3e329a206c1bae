import { instant } from '../../contract/instant.ts'
import { undoMs } from '../../contract/limits.ts'
import type { CancellationOutcome } from '../../booking/registrations/cancellation-preview.ts'
import type { LoadedRegistration } from '../../booking/registrations/load-registration.ts'
import { openOfItem } from '../../money/orders/instalments.ts'
import type { ActingContext, Ctx } from '../../platform/context.ts'
import type { Statement } from '../../platform/database/database.ts'
import { queueJob } from '../../platform/database/outbox.ts'
import type { CancelReason, PaidOrder } from './cancel-place.ts'
import { cancelBooked } from './cancel-booked.ts'
import { type Held, undoKeyOf } from './undo-rows.ts'

export { type Held, heldChange, undoEndOf, useUndo } from './undo-rows.ts'

/** When the time to undo a change ends: a move, a cancellation or a day off. What it tells families leaves then. */
export const undoEnds = ({ now }: Pick<Ctx, 'now'>): number => now + undoMs
/** The same for the API. */
export const undoUntil = (ctx: Pick<Ctx, 'now'>) => instant(undoEnds(ctx))

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
    dueAt: undoEnds(ctx),
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
    ...cancelBooked(ctx, place, { order, outcome, reasons: { ...reasons, dueAt: undoEnds(ctx) } }),
    holdForUndo(ctx, registration, {
      change: 'cancellation',
      penalty: registration.penalty,
      is_extra: registration.is_extra,
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
 * True if a cancellation can be undone: its refund waits in the outbox. Cash was handed over, and unpaid instalments end at
 * once.
 */
export function isUndoable({ registration }: LoadedRegistration, { order, outcome, reasons }: Cancelling): boolean {
  if (registration.status !== 'confirmed') return false
  if (!order) return true
  const item = itemOf(order, registration.id)
  const back = outcome.result === 'automatic' ? outcome.amount : 0
  return (
    order.status === 'paid' &&
    (back === 0 || reasons.destination !== 'cash') &&
    (!item || openOfItem(order, item.id) === 0)
  )
}
