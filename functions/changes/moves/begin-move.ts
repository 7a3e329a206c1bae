import { ApiError } from '../../contract/api-error.ts'
import type { MoveRegistrationRequest } from '../../contract/changes/move.ts'
import type { Order } from '../../contract/money/order.ts'
import type { CustomerContext } from '../../platform/context.ts'
import { commit } from '../../platform/database/commit.ts'
import type { Statement } from '../../platform/database/database.ts'
import { retryOnConflict } from '../../platform/database/retry-on-conflict.ts'
import { deleteOrder } from '../../money/orders/delete-order.ts'
import { livePayment, type LoadedOrder, loadOwnOrder } from '../../money/orders/load-order.ts'
import { openMoveOrder } from '../../money/orders/open-move-order.ts'
import { keepsPlace } from '../../money/orders/move-order.ts'
import { isHeld } from '../../money/orders/order-refusals.ts'
import { showOrder, shownOrderReads } from '../../money/orders/show-order.ts'
import { acceptWaiver, carryAcceptances } from '../../booking/registrations/accept-waiver.ts'
import { tooManyHeld } from '../../booking/spots/hold-ceilings.ts'
import { holdRegistration } from '../../booking/registrations/hold-registration.ts'
import { transitionRegistration } from '../../booking/registrations/registration-steps.ts'
import { releaseLapsed } from '../../booking/registrations/release-lapsed.ts'
import { offerToWaitlistFirst } from '../../booking/waitlist/offer-places.ts'
import { useFiles } from '../../people/uploads/use-files.ts'
import type { StoredFormResponse } from '../../platform/database/tables/registrations.ts'
import { filesIn } from '../../booking/registrations/answers.ts'
import { findPlaceToKeep } from '../cancellations/list-later-places.ts'
import { formOfMove } from './move-answers.ts'
import { decideMove, lineNameOf, type MoveOutcome, type MoveTarget, soldLine } from './decide-move.ts'
import { loadBookedPlace, loadMove, type LoadedMove, type PlaceToMove, requireEvent } from './load-move.ts'
import { openMovesOf } from './move-rows.ts'
import { requireMovable, shownAmount, targetOf } from './move-booking.ts'

type BeginMoveInput = MoveRegistrationRequest & { registration_id: string }

/**
 * Begins a move to a more expensive place: holds the place and opens an order for the difference. The booking stays
 * unchanged until the order is paid, and moves in the batch of that payment. If the order lapses, only the new place is
 * released. A repeated call returns the open order. A place that lost its membership may stay where it is: then the
 * order is for its normal price.
 */
export async function beginMove(ctx: CustomerContext, input: BeginMoveInput): Promise<Order> {
  return retryOnConflict(() => beginOnce(ctx, input))
}

async function beginOnce(ctx: CustomerContext, input: BeginMoveInput): Promise<Order> {
  const booked = await loadBookedPlace(ctx, input.registration_id)
  const { registration, booking } = booked.place
  const option_id = input.option_id ?? booking.option_id
  const attendee_profile_id = input.attendee_profile_id ?? registration.attendee_profile_id
  const stays = option_id === booking.option_id && attendee_profile_id === registration.attendee_profile_id
  if (stays && registration.price_due_at !== null) return keepPlace(ctx, booked, input)
  requireMovable(ctx, requireEvent(booked))
  const { open, seen } = await endOtherMoves(ctx, registration.id, isMoveTo({ option_id, attendee_profile_id }))
  if (open) return open

  const moving = await loadMove(ctx, booked, { option_id, attendee_profile_id })
  const target = targetOf(moving, option_id)
  const outcome = decideMove(ctx, moving, target)
  if (outcome.error) throw outcome.error
  if (outcome.result !== 'costs_more') throw new ApiError('transition_not_allowed', { param: 'option_id' })
  if (shownAmount(input, outcome.more) !== outcome.more) throw new ApiError('quote_stale', { param: 'expected_amount' })
  if (outcome.waiver && !input.waiver) throw new ApiError('waiver_required', { param: 'waiver' })
  const form_response = await formOfMove(ctx, { moving, target }, input.form_response)
  await offerToWaitlistFirst(ctx, target.event.id)

  const order_id = ctx.newId('ord')
  ctx.request.setCreatedLocation(`/v1/profile/orders/${order_id}`)
  ctx.request.invalidateTags(`places:${registration.program_id}`, `event:${target.event.id}`)
  return showOrder(
    ctx,
    await commit(
      ctx,
      beginWrites(ctx, { moving, target, outcome, input, form_response, order_id, seen }),
      ...shownOrderReads(ctx, order_id),
    ).catch(tooManyHeld(ctx, { param: 'option_id', option_id: target.option.id })),
  )
}

type Begun = {
  moving: LoadedMove
  target: MoveTarget
  outcome: Pick<MoveOutcome, 'waiver'>
  input: Pick<BeginMoveInput, 'waiver'>
  form_response: StoredFormResponse
  order_id: string
  /** The open orders for a move of the booking that were read. */
  seen: readonly string[]
}

/** Statements that hold the place of a move and open its order. */
export function beginWrites(ctx: CustomerContext, begun: Begun): Statement[] {
  const { moving, target, outcome, input, form_response, order_id, seen } = begun
  const { place, person, program, contact } = moving
  const { registration } = place
  const { event, option } = target
  const id = ctx.newId('reg')
  const opened = openMoveOrder(ctx, {
    order_id,
    ...soldLine(moving),
    moves: { ...registration, seen },
    place: {
      type: 'event_option',
      registration_id: id,
      product_id: event.id,
      attendee_name: `${person.attendee.first_name} ${person.attendee.last_name}`,
      ...lineNameOf(moving, target),
      cost: option.cost.cost.value,
    },
  })
  return [
    ...releaseLapsed(ctx, [{ kind: 'event', source_id: event.id, option_id: option.id }]),
    ...opened.first,
    ...holdRegistration(ctx, id, {
      program,
      person,
      contact,
      booking: { event_id: event.id, option_id: option.id, order_id },
      form_response,
    }),
    ...useFiles(ctx, { kind: 'registration', owner_id: id }, filesIn(event.fields, form_response.answers)),
    ...opened.lines,
    // A waiver that this person has accepted stays accepted.
    ...carryAcceptances(ctx, {
      from: { id: registration.id, attendee_id: person.attendee.id },
      to: { id, attendee_id: person.attendee.id },
    }),
    ...acceptWaiver(ctx, {
      acceptance: input.waiver,
      waiver: outcome.waiver,
      registration_id: id,
      customer_id: ctx.actor.customer_id,
      attendee: person.attendee,
      relation: person.relation.relation,
      timezone: program.timezone,
    }),
  ]
}

type Target = { option_id: string; attendee_profile_id: string }

export const isMoveTo =
  ({ option_id, attendee_profile_id }: Target) =>
  ({ registrations }: LoadedOrder): boolean =>
    registrations.some(
      ({ registration }) =>
        registration.option_id === option_id && registration.attendee_profile_id === attendee_profile_id,
    )

/**
 * The open order that already does the same with the booking, and the ids of all open ones. Any other order is ended,
 * unless its card is being charged.
 */
export async function endOtherMoves(
  ctx: CustomerContext,
  registrationId: string,
  isSame: (order: LoadedOrder) => boolean,
): Promise<{ open: Order | null; seen: string[] }> {
  const seen = (await openMovesOf(ctx.db, registrationId)).map(({ id }) => id)
  for (const id of seen) {
    const order = await loadOwnOrder(ctx, id)
    if (isSame(order) && isHeld(order, ctx.now))
      return { open: await showOrder(ctx, await ctx.db.batch(shownOrderReads(ctx, id))), seen }
    if (livePayment(order)) throw new ApiError('payment_in_progress', { param: 'registration_id' })
    await endMoveOrder(ctx, order)
  }
  return { open: null, seen }
}

/** Opens the order for the normal price of a place that a membership no longer opens. */
async function keepPlace(ctx: CustomerContext, booked: PlaceToMove, input: BeginMoveInput): Promise<Order> {
  const { registration } = booked.place
  const { origin, line } = soldLine(booked)
  const due = await findPlaceToKeep(ctx, registration.id)
  if (origin.status !== 'paid') throw new ApiError('state_conflict', { subject: origin.status })
  if (due === null || ctx.now >= (registration.price_due_at ?? 0))
    throw new ApiError('transition_not_allowed', { param: 'registration_id' })
  if (shownAmount(input, due.price) !== due.price) throw new ApiError('quote_stale', { param: 'expected_amount' })
  const { open, seen } = await endOtherMoves(ctx, registration.id, keepsPlace)
  if (open) return open

  const order_id = ctx.newId('ord')
  const { type, product_id, product_name, translations, product_variation_id, attendee_name } = line
  const names = { product_id, product_name, translations, product_variation_id, attendee_name }
  const opened = openMoveOrder(ctx, {
    ...{ order_id, origin, line, moves: { ...registration, seen } },
    place: { ...names, type, registration_id: null, cost: due.cost },
  })
  ctx.request.setCreatedLocation(`/v1/profile/orders/${order_id}`)
  return showOrder(ctx, await commit(ctx, [...opened.first, ...opened.lines], ...shownOrderReads(ctx, order_id)))
}

// An order with an attempted payment is kept for the records; its place is freed.
async function endMoveOrder(ctx: CustomerContext, order: LoadedOrder): Promise<void> {
  if (order.status === 'draft' && order.payments.length === 0) return deleteOrder(ctx, { order_id: order.id })
  const held = order.registrations.filter(({ registration }) => registration.status === 'pending')
  const set = { hold_expires_at: null }
  if (held.length === 0) return
  await commit(
    ctx,
    held.flatMap((place) =>
      transitionRegistration(ctx, place, 'expired', { actor: ctx.actor, reason: 'given_back', set }),
    ),
  )
}
