import { ApiError } from '../../contract/api-error.ts'
import type { RegistrationAnswers } from '../../contract/booking/registration-answers.ts'
import type { StaffAnswersRequest, StaffMove, StaffMoveRequest } from '../../contract/changes/staff-change.ts'
import { money } from '../../contract/display-money.ts'
import { answerWrites } from '../../booking/registrations/change-registration.ts'
import { findRegistrationOfProgram, type LoadedRegistration } from '../../booking/registrations/load-registration.ts'
import { readAnswersOfProgram } from '../../booking/registrations/read-answers.ts'
import { offerToWaitlistFirst } from '../../booking/waitlist/offer-places.ts'
import { openParts } from '../../money/orders/instalments.ts'
import type { CustomerActor } from '../../platform/actor.ts'
import { actAs, type CustomerContext, type OrganiserContext } from '../../platform/context.ts'
import { commit } from '../../platform/database/commit.ts'
import type { Statement } from '../../platform/database/database.ts'
import { recordEvent } from '../../platform/database/outbox.ts'
import { groupIdOfPlace } from '../../booking/registrations/registration-steps.ts'
import { retryOnConflict } from '../../platform/database/retry-on-conflict.ts'
import { requireRight } from '../../platform/middleware/organiser.ts'
import { chosenDestination } from '../cancellations/cancel-place.ts'
import { holdForUndo, undoEnds, undoUntil } from '../cancellations/undo-window.ts'
import { chargeMove, movesBefore, requireChargeable } from './charge-move.ts'
import { differenceOf, lineOf, type MoveTarget, needsOf, refusalOf } from './decide-move.ts'
import { loadMove, type LoadedMove, loadPlaceToMove } from './load-move.ts'
import { carriedAnswers } from './move-answers.ts'
import { moveWrites, targetOf } from './move-booking.ts'

type InPlace = { program_id: string; registration_id: string }
type Difference = NonNullable<StaffMoveRequest['difference']>

/**
 * Moves a booked place for its family to another option, event or person, until it starts. The rules about the person
 * and the option are those of the family. Answers that the new place also asks move along; the rest, and a new waiver,
 * are left to the family. A charged difference is paid first, or the booking waits for it. A repeated move changes
 * nothing.
 */
export function moveByStaff(ctx: OrganiserContext, input: StaffMoveRequest & InPlace): Promise<StaffMove> {
  return retryOnConflict(async () => {
    const family = await familyOf(ctx, input)
    const booked = await loadPlaceToMove(family.ctx, input.registration_id)
    const { registration, booking } = booked.place
    requireOpen(ctx, booked.place)
    if (booked.order && booked.order.status !== 'paid')
      throw new ApiError('state_conflict', { param: 'registration_id', subject: booked.order.status })
    const option_id = input.option_id ?? booking.option_id
    const attendee_profile_id = input.attendee_profile_id ?? registration.attendee_profile_id
    const isSame = option_id === booking.option_id && attendee_profile_id === registration.attendee_profile_id
    if (input.option_id === undefined && input.attendee_profile_id === undefined)
      throw new ApiError('required', { param: 'option_id' })

    const chosen = { option_id, attendee_profile_id }
    const charges = input.difference === 'charge' && !input.dry_run && !isSame
    const moves = charges
      ? await movesBefore(ctx, { ...chosen, registration_id: registration.id, customer_id: registration.customer_id })
      : null
    const moving = await loadMove(family.ctx, booked, chosen)
    const target = targetOf(moving, option_id)
    const refusal = isSame || moves?.open ? null : refusalOf(family.ctx, moving, target)
    if (refusal) throw refusal
    const settled = settle(ctx, moving, { target, input })
    if (moves && settled.way === 'charge') {
      const charge_order_id = await chargeMove(ctx, moving, { target, input, moves })
      return showMove(ctx, moving, { target, settled, input }, charge_order_id)
    }
    if (!input.dry_run && !isSame) {
      if (option_id !== booking.option_id) await offerToWaitlistFirst(ctx, target.event.id)
      const [group] = await groupIdOfPlace(ctx.db, registration.id)
      const held = { change: 'move', option_id: booking.option_id ?? '', group: group ?? null } as const
      await commit(ctx, [
        ...writesOf(ctx, moving, { target, settled, input }),
        ...(mayUndo(moving, { target, settled, input }) ? [holdForUndo(ctx, registration, held)] : []),
      ])
    }
    return showMove(ctx, moving, { target, settled, input })
  })
}

/** Changes answers for a family, also after its deadline. Health answers, consents and signatures stay the family's. */
export async function answerByStaff(
  ctx: OrganiserContext,
  input: StaffAnswersRequest & InPlace,
): Promise<RegistrationAnswers> {
  await retryOnConflict(async () => {
    const family = await familyOf(ctx, input)
    const { writes } = await answerWrites(family.ctx, input, family.place, { actor: ctx.actor })
    const { id, program_id, step } = family.place.registration
    const body = { program_id, at: ctx.now }
    const mail = recordEvent(ctx, { kind: 'registration.answers_changed', ref: id, key: `${id}:${step + 1}`, body })
    await commit(ctx, writes.length > 0 && (input.notify ?? true) ? [...writes, mail] : writes)
  })
  return readAnswersOfProgram(ctx, input)
}

/** The registration of the program, and a context in which its family's own facts are read. */
export async function familyOf(
  ctx: OrganiserContext,
  input: InPlace,
): Promise<{ ctx: CustomerContext; place: LoadedRegistration }> {
  const [place] = await findRegistrationOfProgram(ctx, input)
  if (!place) throw new ApiError('not_found', { param: 'registration_id' })
  const { customer_id } = place.registration
  const actor: CustomerActor = { type: 'customer', customer_id, user_id: '', session_id: '' }
  return { ctx: actAs(ctx, actor) as CustomerContext, place }
}

// The family's own deadline does not bind staff.
function requireOpen(ctx: OrganiserContext, { registration, booking }: LoadedRegistration): void {
  if (registration.status !== 'confirmed')
    throw new ApiError('state_conflict', { param: 'registration_id', subject: registration.status })
  if (ctx.now >= booking.starts_at) throw new ApiError('already_started', { param: 'registration_id' })
  // A visit belongs to its package and person: the place is cancelled, and the visit used again.
  if (registration.session_credit_id) throw new ApiError('transition_not_allowed', { param: 'registration_id' })
}

type Settled = ReturnType<typeof differenceOf> & { way: Difference | null; returned: number }
type Moving = { target: MoveTarget; input: StaffMoveRequest }

/** How the price difference is settled. To waive it is an exception. */
function settle(ctx: OrganiserContext, moving: LoadedMove, { target, input }: Moving): Settled {
  const difference = differenceOf(ctx, moving, target)
  const { result, back, more } = difference
  if (result === 'same_price' || (result === 'costs_more' && more === 0))
    return { ...difference, way: null, returned: 0 }
  const way = input.difference ?? (result === 'money_back' ? 'refund' : null)
  // A preview without a choice shows the difference.
  if (way === null && input.dry_run) return { ...difference, way, returned: 0 }
  if (way === null) throw new ApiError('required', { param: 'difference' })
  if (way === 'waive') {
    requireRight(ctx, 'exceptions')
    if (!input.reason) throw new ApiError('required', { param: 'reason' })
    return { ...difference, way, returned: 0 }
  }
  if (way === 'charge') {
    if (result !== 'costs_more') throw new ApiError('invalid_option', { param: 'difference' })
    requireChargeable(moving, input)
    return { ...difference, way, returned: 0 }
  }
  // Unpaid instalments are owed for the old place, so only the whole difference can be waived.
  if (moving.order && openParts(moving.order).length > 0)
    throw new ApiError('transition_not_allowed', { param: 'difference' })
  if (result === 'costs_more') throw new ApiError('invalid_option', { param: 'difference' })
  chosenDestination(moving.order, destinationOf(way), 'difference')
  return { ...difference, way, returned: back }
}

const destinationOf = (way: Difference | null) =>
  way === 'balance' ? 'account_balance' : way === 'cash' ? 'cash' : 'original_method'

type Moved = Moving & { settled: Settled }

function writesOf(ctx: OrganiserContext, moving: LoadedMove, { target, settled, input }: Moved): Statement[] {
  const { registration } = moving.place
  const { way, returned } = settled
  const notify = input.notify ?? true
  const note = input.reason || null
  const form_response = { ...registration.form_response, answers: [...carriedAnswers(moving, target).stored] }
  const isSplit = settled.result === 'money_back' && way !== 'waive'
  return moveWrites(ctx, {
    moving,
    target,
    outcome: { result: isSplit ? 'money_back' : 'same_price', back: returned, waiver: null },
    form_response,
    byStaff: {
      ...{ destination: destinationOf(way), note, notify },
      ...(mayUndo(moving, { target, settled, input }) ? { dueAt: undoEnds(ctx) } : {}),
    },
  })
}

// The answers about another person and the signature for them are removed at once, money has no way back, and an extra
// place becomes an ordinary one.
const mayUndo = (
  { place: { registration, booking }, person }: LoadedMove,
  { target, settled: { result, way }, input }: Moved,
): boolean =>
  input.undo === true &&
  target.option.id !== booking.option_id &&
  !registration.is_extra &&
  registration.attendee_id === person.attendee.id &&
  (way === 'waive' || (way === null && result !== 'money_back'))

function showMove(
  ctx: OrganiserContext,
  moving: LoadedMove,
  { target, settled, input }: Moved,
  charge_order_id: string | null = null,
): StaffMove {
  const { registration, booking } = moving.place
  const inMoney = (amount: number) =>
    money(amount, { currency: booking.currency, program: moving.place.program }, ctx.language)
  const { waiver, questions } = needsOf(moving, target)
  return {
    object: 'staff_move',
    dry_run: input.dry_run ?? false,
    registration_id: registration.id,
    order_id: lineOf(moving) ? registration.order_id : null,
    event_id: target.event.id,
    option_id: target.option.id,
    attendee_profile_id: moving.person.profile.id,
    result: settled.result,
    amount_back: inMoney(settled.back),
    amount_more: inMoney(settled.more),
    amount_returned: inMoney(settled.returned),
    charge_order_id,
    undo_until: mayUndo(moving, { target, settled, input }) ? undoUntil(ctx) : null,
    needs_waiver: waiver !== null,
    questions: questions.map(({ id }) => id),
  }
}
