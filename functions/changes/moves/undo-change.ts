import { ApiError, type ErrorType } from '../../contract/api-error.ts'
import type { StaffUndo } from '../../contract/changes/staff-change.ts'
import { undoGoneSentence, undoUsedSentence } from '../../contract/sentences/sentence.ts'
import type { LoadedRegistration } from '../../booking/registrations/load-registration.ts'
import { answersBeforeStep, restorePlaceInGroup } from '../../booking/registrations/registration-steps.ts'
import { placeGoneErrors } from '../../money/payments/payment-outcome.ts'
import type { CustomerContext, OrganiserContext } from '../../platform/context.ts'
import { commit } from '../../platform/database/commit.ts'
import type { Statement } from '../../platform/database/database.ts'
import { retryOnConflict } from '../../platform/database/retry-on-conflict.ts'
import { undoCancellation, undoOver } from '../cancellations/undo-cancellation.ts'
import { type Held, heldChange, useUndo } from '../cancellations/undo-window.ts'
import { loadMove, loadPlaceToMove } from './load-move.ts'
import { familyOf } from './move-by-staff.ts'
import { moveWrites, targetOf } from './move-booking.ts'

type InPlace = { program_id: string; registration_id: string }

/** Errors of a visit or a coupon that the family used again. */
const usedAgainErrors: ReadonlySet<ErrorType> = new Set<ErrorType>([
  'credit_not_available',
  'coupon_customer_limit',
  'coupon_first_time_only',
  'coupon_max_redemptions',
])

/**
 * Undoes the last move or cancellation by staff within ten minutes: the place goes back if it is still free, and the mail
 * and the refund that waited do not leave. Throws `state_conflict` afterwards, and when the booking changed since.
 */
export async function undoByStaff(ctx: OrganiserContext, input: InPlace): Promise<StaffUndo> {
  return retryOnConflict(async () => {
    const { ctx: family, place } = await familyOf(ctx, input)
    const { registration, booking } = place
    const held = await heldChange(ctx, registration)
    if (!held) throw undoOver(ctx)
    if (ctx.now >= booking.starts_at) throw new ApiError('already_started', { param: 'registration_id' })
    try {
      if (held.change === 'cancellation') await commit(ctx, await undoCancellation(ctx, place, held))
      else await commit(ctx, await moveBack(ctx, family, { registration, held }))
    } catch (error) {
      throw refusalOfUndo(ctx, error)
    }
    const { place: after } = await familyOf(ctx, input)
    return {
      object: 'staff_undo',
      registration_id: registration.id,
      undone: held.change,
      event_id: after.registration.event_id,
      option_id: after.registration.option_id,
      order_id: after.registration.order_id,
    }
  })
}

function refusalOfUndo({ language }: OrganiserContext, error: unknown): unknown {
  if (!(error instanceof ApiError)) return error
  const param = 'registration_id'
  if (usedAgainErrors.has(error.type)) return new ApiError(error.type, { param, message: undoUsedSentence(language) })
  if (placeGoneErrors.has(error.type)) return new ApiError(error.type, { param, message: undoGoneSentence(language) })
  return error
}

async function moveBack(
  ctx: OrganiserContext,
  family: CustomerContext,
  { registration, held }: { registration: LoadedRegistration['registration']; held: Extract<Held, { change: 'move' }> },
): Promise<Statement[]> {
  const booked = await loadPlaceToMove(family, registration.id)
  const { option_id } = held
  const moving = await loadMove(family, booked, {
    option_id,
    attendee_profile_id: registration.attendee_profile_id,
  })
  return [
    ...moveWrites(ctx, {
      moving,
      target: targetOf(moving, option_id),
      outcome: { result: 'same_price', back: 0, waiver: null },
      form_response: { ...registration.form_response, answers: await answersBeforeStep(ctx.db, registration) },
      byStaff: { destination: 'original_method', note: null, notify: false },
      reason: 'undone',
    }),
    ...(held.group ? [restorePlaceInGroup(ctx, registration.id, held.group)] : []),
    ...useUndo(ctx.db, registration, [`registration.moved:${registration.id}:${registration.sequence}`]),
  ]
}
