import { ApiError } from '../../contract/api-error.ts'
import type { StaffCancellation, StaffCancelRequest } from '../../contract/changes/staff-change.ts'
import * as orderStates from '../../contract/states/order-states.ts'
import * as registrationStates from '../../contract/states/registration-states.ts'
import {
  type LoadedRegistration,
  findRegistrationOfProgram,
  orderLookup,
} from '../../booking/registrations/load-registration.ts'
import { orderReads, toOrder } from '../../money/orders/load-order.ts'
import { heldPlaces } from '../../money/orders/order-refusals.ts'
import { loadOrderOfProgram, refundReads } from '../../money/refunds/create-refund.ts'
import type { OrganiserContext } from '../../platform/context.ts'
import { commit } from '../../platform/database/commit.ts'
import { cancelBooked, cancelledBody, isLastOf } from './cancel-booked.ts'
import { cancelOfflinePlace } from './cancel-offline-place.ts'
import { cancelPaid, requireCancellable } from './cancel-paid-order.ts'
import { type CancelReason, chosenDestination, type PaidOrder } from './cancel-place.ts'
import { isWaitingForMoney } from './cancel-registration.ts'
import { cancelUnpaid, withProvider } from './cancel-unpaid-order.ts'
import { previewCancelledMail } from './mail-registration-cancelled.ts'
import { partsTo, planByStaff, showCancellation, type StaffPlan } from './staff-plan.ts'
import { cancelHeld, isUndoable, undoUntil } from './undo-window.ts'

type CancelPlaceInput = StaffCancelRequest & { program_id: string; registration_id: string }
type CancelOrderInput = StaffCancelRequest & { program_id: string; order_id: string }

/**
 * Cancels one registration for its family, by the policy or for another amount. A place of a pending offline order
 * leaves it, and the rest is due. A second call returns the cancelled registration.
 */
export function cancelPlaceByStaff(ctx: OrganiserContext, input: CancelPlaceInput): Promise<StaffCancellation> {
  return withProvider(ctx, input.registration_id, async () => cancelOne(ctx, await loadPlace(ctx, input), input))
}

/** Cancels an appointment in the same way. Throws `not_found` for a place in an event. */
export function cancelAppointmentByStaff(ctx: OrganiserContext, input: CancelPlaceInput): Promise<StaffCancellation> {
  return withProvider(ctx, input.registration_id, async () => {
    const loaded = await loadPlace(ctx, input)
    if (loaded.place.booking.kind === 'event') throw new ApiError('not_found', { param: 'registration_id' })
    return cancelOne(ctx, loaded, input)
  })
}

/** Cancels a whole order, all places or none. A second call returns the cancelled order. */
export function cancelOrderByStaff(ctx: OrganiserContext, input: CancelOrderInput): Promise<StaffCancellation> {
  return withProvider(ctx, input.order_id, async () => cancelWhole(ctx, await loadOrderOfProgram(ctx, input), input))
}

type LoadedPlace = { place: LoadedRegistration; order: PaidOrder | null }

async function loadPlace(ctx: OrganiserContext, input: CancelPlaceInput): Promise<LoadedPlace> {
  const orderId = orderLookup(input.registration_id)
  const [[place], refunds, ...read] = await ctx.db.batch([
    findRegistrationOfProgram(ctx, input),
    refundReads(ctx, orderId),
    ...orderReads(ctx, orderId, null),
  ])
  if (!place) throw new ApiError('not_found', { param: 'registration_id' })
  return { place, order: place.registration.order_id === null ? null : { ...toOrder(read), refunds } }
}

const reasonsOf = (order: PaidOrder | null, { reason, to, notify = true }: StaffCancelRequest): CancelReason => ({
  reason: null,
  reason_other: null,
  destination: chosenDestination(order, to, 'to'),
  note: reason || null,
  notify,
})

async function cancelOne(
  ctx: OrganiserContext,
  { place, order }: LoadedPlace,
  input: CancelPlaceInput,
): Promise<StaffCancellation> {
  const { status } = place.registration
  const reasons = reasonsOf(order, input)
  if (registrationStates.ended.has(status)) return showEnded(ctx, { order, places: [place], input })
  if (status === 'pending') {
    if (!order || !isWaitingForMoney(order))
      throw new ApiError('state_conflict', { param: 'registration_id', subject: status })
    requireNoAmount(input)
    if (!input.dry_run) await cancelOfflinePlace(ctx, order, place, reasons)
    const isLast = isLastOf(order, place.registration.id)
    return showUnpaid(ctx, { order, places: [place], order_status: isLast ? 'cancelled' : order.status, input })
  }
  const plan = planByStaff(ctx, { order, places: [place] }, input)
  const [row] = plan.rows
  // A place that has begun is refunded by another call.
  if (!row || row.outcome.to === null) throw new ApiError('already_started', { param: 'registration_id' })
  const { outcome } = row
  const holds = input.undo === true && isUndoable(place, { order, outcome, reasons })
  if (!input.dry_run) await commit(ctx, (holds ? cancelHeld : cancelBooked)(ctx, place, { order, outcome, reasons }))
  const isOver = order?.status === 'paid' && isLastOf(order, place.registration.id)
  const order_status = isOver ? 'cancelled' : (order?.status ?? null)
  // People on a waitlist get another mail.
  const isPreviewed = input.dry_run && !registrationStates.listed.has(status)
  const refund = cancelledBody(ctx, { order, outcome, reasons })
  const mail = isPreviewed ? await previewCancelledMail(ctx, { registration_id: place.registration.id, refund }) : null
  return {
    ...showPlan(ctx, plan, { order, order_status, input }),
    undo_until: holds ? undoUntil(ctx) : null,
    mail,
  }
}

async function cancelWhole(
  ctx: OrganiserContext,
  order: PaidOrder,
  input: CancelOrderInput,
): Promise<StaffCancellation> {
  const reasons = reasonsOf(order, input)
  if (orderStates.ended.has(order.status)) return showEnded(ctx, { order, places: order.registrations, input })
  if (order.status !== 'paid') {
    requireNoAmount(input)
    const places = heldPlaces(order)
    if (!input.dry_run) await commit(ctx, await cancelUnpaid(ctx, order, reasons))
    return showUnpaid(ctx, { order, places, order_status: 'cancelled', input })
  }
  const plan = planByStaff(ctx, { order, places: heldPlaces(order) }, input)
  requireCancellable(ctx, order, plan.rows)
  if (!input.dry_run) await commit(ctx, cancelPaid(ctx, order, { rows: plan.rows, reasons }))
  return showPlan(ctx, plan, { order, order_status: 'cancelled', input })
}

function requireNoAmount({ amount }: StaffCancelRequest): void {
  if (amount !== undefined && amount > 0) throw new ApiError('refund_not_allowed', { param: 'amount' })
}

type Shown = { order: PaidOrder | null; order_status: StaffCancellation['order_status']; input: StaffCancelRequest }

function showPlan(
  ctx: OrganiserContext,
  { rows }: StaffPlan,
  { order, order_status, input }: Shown,
): StaffCancellation {
  const soldIn = order ?? { currency: rows[0]?.place.booking.currency ?? '', program: rows[0]?.place.program ?? {} }
  const back = rows.reduce((total, { outcome }) => total + (outcome.result === 'automatic' ? outcome.amount : 0), 0)
  return showCancellation(ctx, {
    dry_run: input.dry_run ?? false,
    order_id: order?.id ?? null,
    order_status,
    places: rows.map(({ place, outcome, policy, most }) => ({
      registration_id: place.registration.id,
      status: outcome.to ?? place.registration.status,
      policy,
      most,
      amount: outcome.amount,
    })),
    parts: partsTo(order, back, input.to),
    soldIn,
  })
}

type OfPlaces = { order: PaidOrder | null; places: readonly LoadedRegistration[]; input: StaffCancelRequest }

const showUnpaid = (
  ctx: OrganiserContext,
  { order, places, order_status, input }: OfPlaces & { order: PaidOrder; order_status: Shown['order_status'] },
): StaffCancellation =>
  showCancellation(ctx, {
    dry_run: input.dry_run ?? false,
    order_id: order.id,
    order_status,
    places: places.map(({ registration }) => ({
      registration_id: registration.id,
      status: 'cancelled' as const,
      policy: 0,
      most: 0,
      amount: 0,
    })),
    parts: [],
    soldIn: order,
  })

// The amounts are those of the cancellation that happened.
function showEnded(ctx: OrganiserContext, { order, places, input }: OfPlaces): StaffCancellation {
  const [first] = places
  return showCancellation(ctx, {
    dry_run: input.dry_run ?? false,
    order_id: order?.id ?? null,
    order_status: order?.status ?? null,
    places: places.map(({ registration }) => {
      const amount = order?.items.find((item) => item.registration_id === registration.id)?.amount_cancelled ?? 0
      return { registration_id: registration.id, status: registration.status, policy: amount, most: amount, amount }
    }),
    parts: [],
    soldIn: order ?? { currency: first?.booking.currency ?? '', program: first?.program ?? {} },
  })
}
