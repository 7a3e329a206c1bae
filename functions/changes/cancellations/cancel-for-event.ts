import { type Actor, actorId, system } from '../../platform/actor.ts'
import { ApiError } from '../../contract/api-error.ts'
import type { Ctx } from '../../platform/context.ts'
import { commit } from '../../platform/database/commit.ts'
import { retryOnConflict } from '../../platform/database/retry-on-conflict.ts'
import { type LoadedOrder, toOrder, orderReads } from '../../money/orders/load-order.ts'
import { heldPlaces } from '../../money/orders/order-refusals.ts'
import { closeIntents } from '../../money/payments/close-intents.ts'
import { endUnpaidOrder } from '../../money/payments/end-unpaid-order.ts'
import { refundReads } from '../../money/refunds/create-refund.ts'
import { findRegistration, type LoadedRegistration } from '../../booking/registrations/load-registration.ts'
import { transitionRegistration } from '../../booking/registrations/registration-steps.ts'
import type { PaidOrder } from './cancel-place.ts'
import { eventCancelled, recordOrderEventCancelled, returnPlaces } from './return-places.ts'
import type { Statement } from '../../platform/database/database.ts'
import { recordOutboxRows } from '../../platform/database/outbox.ts'
import { cancellationCounts, insertCancellationJobs, registrationsToEnd } from './cancellation-rows.ts'
import * as registrationStates from '../../contract/states/registration-states.ts'
import * as orderStates from '../../contract/states/order-states.ts'

type Row = { ref: string; body: Record<string, unknown> }

/**
 * Ends the part of one order in a cancelled event: paid places are refunded in full, including fees; an unpaid order
 * ends as a whole; a cart loses the places. Runs from the outbox and may run twice.
 */
export async function cancelForEvent(ctx: Ctx, { ref, body }: Row): Promise<void> {
  const ending = { order_id: ref, event_id: String(body.event_id), actor: actorOf(body) }
  // The order may be paid or cancelled concurrently.
  await retryOnConflict(async () => endOnce(ctx, ending))
}

/**
 * Ends a registration without an order for a cancelled event. A registration that joined an order in the meantime ends
 * with that order.
 */
export async function cancelRegistrationForEvent(ctx: Ctx, row: Row): Promise<void> {
  const [place] = await findRegistration(ctx, row.ref)
  if (!place) return
  if (place.registration.order_id !== null) return cancelForEvent(ctx, { ...row, ref: place.registration.order_id })
  const { status } = place.registration
  if (status === 'pending') await commit(ctx, release(ctx, place, actorOf(row.body)))
  else if (registrationStates.listed.has(status))
    await commit(
      ctx,
      transitionRegistration(ctx, place, 'cancelled', {
        actor: actorOf(row.body),
        reason,
        set: { cancelled_at: ctx.now, cancel_reason: reason },
      }),
    )
}

type Ending = { order_id: string; event_id: string; actor: Actor }
const reason = 'event_cancelled'

async function endOnce(ctx: Ctx, { order_id, event_id, actor }: Ending): Promise<void> {
  const [refunds, ...read] = await ctx.db.batch([refundReads(ctx, order_id), ...orderReads(ctx, order_id, null)])
  // A cart that was deleted in the meantime has released its places.
  if (read[0].length === 0) return
  const order: PaidOrder = { ...toOrder(read), refunds }
  const places = placesToEnd(order, event_id)
  if (places.length === 0) return

  const { status } = order
  if (status === 'draft')
    await commit(
      ctx,
      places.flatMap((place) => release(ctx, place, actor)),
    )
  else if (status === 'paid')
    await commit(ctx, returnPlaces(ctx, order, { places, actor, cause: eventCancelled(ctx, { event_id, order_id }) }))
  else await endUnpaid(ctx, order, { order_id, event_id, actor })
}

/** The places of an order that the cancellation of an event ends. */
export const placesToEnd = (order: LoadedOrder, eventId: string): LoadedRegistration[] =>
  heldPlaces(order).filter(
    ({ registration }) => registration.event_id === eventId && registrationStates.booked.has(registration.status),
  )

// Reads the payment at the provider first. A successful payment is recorded, and refunded in the next round.
async function endUnpaid(ctx: Ctx, before: PaidOrder, { order_id, event_id, actor }: Ending): Promise<void> {
  const order = await closeIntents(ctx, before)
  const { status } = order
  if (status === 'paid') return endOnce(ctx, { order_id, event_id, actor })
  if (status === 'processing') throw new ApiError('payment_in_progress', { subject: status })
  if (!orderStates.awaitingCustomer.has(status)) return

  const registration_ids = heldPlaces(order).map((place) => place.registration.id)
  await commit(ctx, [
    ...endUnpaidOrder(ctx, order, {
      to: 'cancelled',
      actor,
      reason,
      set: { cancel_reason: reason, hold_expires_at: null },
    }),
    recordOrderEventCancelled(ctx, { order_id, event_id, returned: 0, registration_ids }),
  ])
}

const release = (ctx: Ctx, place: LoadedRegistration, actor: Actor) =>
  transitionRegistration(ctx, place, 'expired', { actor, reason, set: { hold_expires_at: null } })
/**
 * The author of work that a row of the outbox continues. Their right was checked when the row was written; here they are
 * only recorded.
 */
export const actorOf = ({ by }: Record<string, unknown>): Actor =>
  typeof by === 'string' ? { type: 'organiser_client', client_id: by, program_ids: [] } : system

/** Statements for the batch that cancels an event: they queue the mail and refund of every order with a place in it. */
export function startEventCancellation(ctx: Ctx, eventId: string): Statement[] {
  recordOutboxRows(ctx, 'bulk')
  return [insertCancellationJobs(ctx.db, { id: eventId, by: ctx.actor && actorId(ctx.actor), at: ctx.now })]
}

/** The number of registrations that the cancellation ends, for the same batch. */
export const registrationsOfEvent = (ctx: Ctx, eventId: string) => registrationsToEnd(ctx.db, eventId)

/** The families that the cancellation tells, the same before and after it, for the same batch. */
export const countsOfCancellation = (ctx: Ctx, eventId: string) => cancellationCounts(ctx.db, eventId)
