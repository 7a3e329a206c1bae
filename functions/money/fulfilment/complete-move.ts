import { type Actor, system } from '../../platform/actor.ts'
import { ApiError } from '../../contract/api-error.ts'
import type { Ctx } from '../../platform/context.ts'
import type { Statement } from '../../platform/database/database.ts'
import { recordEvent } from '../../platform/database/outbox.ts'
import { releaseDiscounts } from '../discounts/reserve-discounts.ts'
import { cancelLine, overwriteLine } from '../orders/change-lines.ts'
import type { LoadedOrder } from '../orders/load-order.ts'
import { carryPayments } from '../orders/carry-payments.ts'
import { checkMove, keepsPlace } from '../orders/move-order.ts'
import type { MoveOrigin } from '../orders/move-origin-rows.ts'
import { heldPlaces } from '../orders/order-refusals.ts'
import { transitionOrder } from '../orders/order-steps.ts'
import { passFiles } from '../../people/uploads/use-files.ts'
import { newestAnswers } from '../../booking/registrations/answer-changes.ts'
import { carryAcceptances } from '../../booking/registrations/accept-waiver.ts'
import type { LoadedRegistration } from '../../booking/registrations/load-registration.ts'
import {
  detachFromOrder,
  movePlace,
  recordMovedAnswers,
  recordRegistrationChange,
  transitionRegistration,
} from '../../booking/registrations/registration-steps.ts'

/**
 * Statements for the batch that pays a move to a more expensive place: the booking takes the held place and frees its
 * old one, and the payments for the old place move to this order. The booking keeps its id, and its calendar sequence
 * is increased.
 */
export function completeMove(ctx: Ctx, order: LoadedOrder, actor: Actor): Statement[] {
  if (keepsPlace(order)) return keepAtPrice(ctx, order, actor)
  const { moved, origin } = order
  const refusal = checkMove(order, ctx.now)
  const [held] = heldPlaces(order)
  const line = order.items.find(({ registration_id }) => registration_id === held?.registration.id)
  if (refusal || !moved || !origin || !held || !line)
    throw new ApiError(refusal?.type ?? 'state_conflict', refusal ?? { subject: 'registration' })

  const { registration, booking } = moved
  const sequence = registration.sequence + 1
  // The answers of the move are older than those that changed on the booking since.
  const isSamePerson = registration.attendee_id === held.registration.attendee_id
  const form_response = newestAnswers(
    held.registration.form_response,
    registration.form_response,
    isSamePerson ? origin.answered : [],
  )
  return [
    ...releaseHeld(ctx, held, actor),
    ...cancelLine(ctx, origin.line.id, {
      at: ctx.now,
      amount: order.amount_carried + (origin.line.amount_cancelled ?? 0),
    }),
    overwriteLine(ctx, line.id, { source: registration.id, registration_id: registration.id }),
    ...movePlace(ctx, moved, { ...placeOf(order, held), form_response }, { actor }),
    ...recordMovedAnswers(ctx.db, registration, { attendee_id: held.registration.attendee_id, form_response }),
    ...passFiles(ctx, { from: held.registration.id, to: registration.id }),
    ...carryAcceptances(ctx, { from: held.registration, to: registration }),
    ...leaveOrigin(ctx, origin, order.amount_carried),
    ...carryPayments(ctx, order, origin),
    recordEvent(ctx, {
      kind: 'registration.moved',
      ref: registration.id,
      key: `${registration.id}:${sequence}`,
      body: {
        before: {
          dates: booking.dates,
          overnight: booking.overnight,
          place: { title: booking.title, option_title: booking.option_title, translations: booking.translations },
        },
        sequence,
        paid: order.amount_total - order.amount_carried,
      },
    }),
  ]
}

/**
 * Statements for the batch that pays the normal price of a place: the booking stays, leaves the order of its visit for
 * this one, and its visit goes back.
 */
function keepAtPrice(ctx: Ctx, order: LoadedOrder, actor: Actor): Statement[] {
  const { moved, origin } = order
  const refusal = checkMove(order, ctx.now)
  const [line] = order.items
  if (refusal || !moved || !origin || !line)
    throw new ApiError(refusal?.type ?? 'state_conflict', refusal ?? { subject: 'registration' })
  return [
    ...cancelLine(ctx, origin.line.id, {
      at: ctx.now,
      amount: order.amount_carried + (origin.line.amount_cancelled ?? 0),
    }),
    overwriteLine(ctx, line.id, { registration_id: moved.registration.id }),
    ...recordRegistrationChange(ctx, moved, {
      actor,
      reason: 'price_paid',
      set: { order_id: order.id, session_credit_id: null, price_due_at: null },
    }),
    ...leaveOrigin(ctx, origin, order.amount_carried),
    ...carryPayments(ctx, order, origin),
  ]
}

function placeOf(order: LoadedOrder, { registration }: LoadedRegistration) {
  const { event_id, option_id, attendee_id, attendee_profile_id } = registration
  return { event_id, option_id, attendee_id, attendee_profile_id, order_id: order.id }
}

// Frees the held place in the batch in which the booking takes it. The registration that held the place leaves the
// order.
function releaseHeld(ctx: Ctx, held: LoadedRegistration, actor: Actor): Statement[] {
  if (held.registration.status !== 'pending') return detachFromOrder(ctx, held)
  const set = { order_id: null, hold_expires_at: null }
  return transitionRegistration(ctx, held, 'expired', { actor, reason: 'moved', set })
}

// An order whose last place moved away is cancelled, and its coupons may be used again.
function leaveOrigin(ctx: Ctx, origin: MoveOrigin, carried: number): Statement[] {
  const set = { amount_cancelled: origin.amount_cancelled + carried }
  const reason = 'registration_moved'
  if (origin.hasMore) return transitionOrder(ctx, origin, 'paid', { actor: system, reason, set })
  return [
    ...transitionOrder(ctx, origin, 'cancelled', {
      actor: system,
      reason,
      set: { ...set, cancel_reason: 'all_items_cancelled' },
    }),
    ...releaseDiscounts(ctx, origin),
  ]
}
