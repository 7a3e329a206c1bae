import { ApiError } from '../../contract/api-error.ts'
import type { StaffMoveRequest } from '../../contract/changes/staff-change.ts'
import { openParts } from '../../money/orders/instalments.ts'
import { payByStaff } from '../../money/payments/pay-by-staff.ts'
import { offerToWaitlistFirst } from '../../booking/waitlist/offer-places.ts'
import { actForCustomer, type CustomerContext, type OrganiserContext } from '../../platform/context.ts'
import { commit } from '../../platform/database/commit.ts'
import { nullIfOpened, orderIdOf, withoutKey } from '../../platform/order-of-key.ts'
import { beginWrites, endOtherMoves, isMoveTo } from './begin-move.ts'
import { lineOf, type MoveTarget } from './decide-move.ts'
import type { LoadedMove } from './load-move.ts'
import { carriedAnswers } from './move-answers.ts'
import { openMovesOf } from './move-rows.ts'

type OpenMoves = Awaited<ReturnType<typeof endOtherMoves>>
type Charging = { target: MoveTarget; input: StaffMoveRequest; moves: OpenMoves }
type Chosen = { registration_id: string; customer_id: string; option_id: string; attendee_profile_id: string }

/** The open order for the same move, whose place is held already. Orders for another move of the booking are ended. */
export function movesBefore(
  ctx: OrganiserContext,
  { registration_id, customer_id, ...chosen }: Chosen,
): Promise<OpenMoves> {
  const family = actForCustomer(ctx, { customer_id, user_id: '' })
  return endOtherMoves(withoutKey(family), registration_id, isMoveTo(chosen))
}

/** Throws unless the difference of a move can be charged by an order of its own. */
export function requireChargeable(moving: LoadedMove, { paid_by }: StaffMoveRequest): void {
  const { order } = moving
  // Unpaid instalments are owed for the old place.
  if (!order || !lineOf(moving) || openParts(order).length > 0)
    throw new ApiError('transition_not_allowed', { param: 'difference' })
  if (!paid_by) throw new ApiError('required', { param: 'paid_by' })
}

/**
 * Charges a family for a move to a more expensive place, as their own move: an order has the full price of the new
 * place, and what was paid for the old one counts towards it. Money that was received moves the booking at once.
 * Otherwise the new place is held until the order is paid. The order is opened in one batch and completed in a second
 * one, as a booking by staff is. Returns its id.
 */
export async function chargeMove(ctx: OrganiserContext, moving: LoadedMove, charging: Charging): Promise<string> {
  const { input, target } = charging
  const { customer_id, program_id } = moving.place.registration
  const family = actForCustomer(ctx, { customer_id, user_id: '' })
  ctx.request.invalidateTags(`places:${program_id}`, `event:${target.event.id}`)
  const order_id = await openOrder(ctx, family, moving, charging)
  await payByStaff(family, {
    ...{ order_id, paid_by: input.paid_by ?? 'later', notify: input.notify ?? true },
    reference: input.reference ?? null,
    hold_until: input.hold_until ? Date.parse(input.hold_until) : null,
    link: input.paid_by === 'link' ? 'order.link_sent' : null,
  })
  return order_id
}

/** The open order for the same move, or a new one. */
async function openOrder(
  ctx: OrganiserContext,
  family: CustomerContext,
  moving: LoadedMove,
  { target, moves: { open, seen } }: Charging,
): Promise<string> {
  const { registration } = moving.place
  if (open) return open.id
  const order_id = orderIdOf(ctx)
  await offerToWaitlistFirst(ctx, target.event.id)
  const writes = beginWrites(family, {
    ...{ moving, target, order_id, seen, input: {}, outcome: { waiver: null } },
    form_response: { ...registration.form_response, answers: [...carriedAnswers(moving, target).stored] },
  })
  const isOpened = async () => (await openMovesOf(ctx.db, registration.id)).some(({ id }) => id === order_id)
  await commit(withoutKey(family), writes).catch(nullIfOpened(isOpened))
  return order_id
}
