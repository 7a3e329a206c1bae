import { ApiError } from '../../contract/api-error.ts'
import type { CancelRegistrationRequest, Registration } from '../../contract/booking/registration.ts'
import type { Ctx, CustomerContext } from '../../platform/context.ts'
import { commit } from '../../platform/database/commit.ts'
import { retryOnConflict } from '../../platform/database/retry-on-conflict.ts'
import { toCart, cartReads, livePayment, type LoadedCart, type LoadedOrder } from '../../money/orders/load-order.ts'
import { isMoveOrder } from '../../money/orders/move-order.ts'
import { requireOpen } from '../../money/orders/open-cart.ts'
import { withoutItem } from '../../money/orders/remove-item.ts'
import { type LoadedRefund, refundReads } from '../../money/refunds/create-refund.ts'
import { requestRefund } from '../../money/refunds/request-refund.ts'
import type { CancellationOutcome } from '../../booking/registrations/cancellation-preview.ts'
import { inOrderOf, ownRegistrations } from '../../booking/registrations/find-own-registrations.ts'
import type { LoadedRegistration } from '../../booking/registrations/load-registration.ts'
import { transitionRegistration } from '../../booking/registrations/registration-steps.ts'
import { readAppointment, registrationReads, showRegistrations } from '../../booking/registrations/show-registration.ts'
import { cancelBooked } from './cancel-booked.ts'
import { chosenDestination, isOtherAmount, outcomeOf } from './cancel-place.ts'
import { cancelOfflinePlace } from './cancel-offline-place.ts'
import { orderLookup } from '../../booking/registrations/load-registration.ts'
import { isPromised } from '../../booking/spots/hold-clock.ts'
import * as registrationStates from '../../contract/states/registration-states.ts'

type CancelRegistrationInput = CancelRegistrationRequest & { registration_id: string }

/**
 * Cancels one registration by its policy: refunds what the preview showed, frees the place at once and mails the
 * customer. A second call returns the cancelled registration.
 */
export async function cancelRegistration(ctx: CustomerContext, input: CancelRegistrationInput): Promise<Registration> {
  const wrong = checkReason(input)
  if (wrong) throw new ApiError(wrong.type, { param: wrong.param })
  // A concurrent call may have cancelled it already.
  return retryOnConflict(async () => cancelOnce(ctx, input))
}

/** Cancels an appointment in the same way; throws `not_found` for a place in an event. */
export async function cancelAppointment(ctx: CustomerContext, input: CancelRegistrationInput): Promise<Registration> {
  await readAppointment(ctx, input)
  return cancelRegistration(ctx, input)
}

async function cancelOnce(ctx: CustomerContext, input: CancelRegistrationInput): Promise<Registration> {
  const { place, order } = await findPlace(ctx, input.registration_id)
  const { status } = place.registration
  if (registrationStates.ended.has(status)) return loadRegistration(ctx, place)
  if (status === 'pending' && order && isWaitingForMoney(order)) {
    await cancelOfflinePlace(ctx, order, place)
    return loadRegistration(ctx, place)
  }
  if (status === 'pending') return leaveCart(ctx, place, order)
  const outcome = outcomeOf(ctx, place, order)
  refuse(outcome)
  if (isOtherAmount(input, outcome.amount))
    throw new ApiError('quote_stale', {
      param: 'expected_amount',
      body: { cancellation: (await loadRegistration(ctx, place)).cancellation },
    })

  const destination = chosenDestination(order, input.destination)
  const reasons = { reason: input.reason ?? null, reason_other: input.reason_other ?? null, destination }
  const more =
    order && outcome.result === 'request'
      ? requestRefund(ctx, order, { amount: outcome.amount, registration_ids: [place.registration.id], ...reasons })
      : []
  const results = await commit(
    ctx,
    cancelBooked(ctx, place, { order, outcome, reasons, more }),
    ...registrationReads(ctx, { ids: [place.registration.id] }),
  )
  return first(await showRegistrations(ctx, results))
}

/** True for a pending offline order without a card payment in progress. A declined card does not change it. */
export const isWaitingForMoney = (order: LoadedOrder): boolean =>
  isPromised(order) && livePayment(order)?.checkout_method !== 'card' && order.amount_paid === 0

type Loaded = { place: LoadedRegistration; order: (LoadedCart & { refunds: LoadedRefund[] }) | null }

// The caller's registration with its order, which may be a cart or paid.
async function findPlace(ctx: CustomerContext, id: string): Promise<Loaded> {
  const orderId = orderLookup(id)
  const [places, refunds, ...read] = await ctx.db.batch([
    ownRegistrations(ctx, [id]),
    refundReads(ctx, orderId),
    ...cartReads(ctx, orderId),
  ])
  const [place] = inOrderOf(places, [id])
  if (!place) throw new ApiError('not_found', { param: 'registration_id' })
  return { place, order: place.registration.order_id === null ? null : { ...toCart(ctx, read), refunds } }
}

function refuse(outcome: CancellationOutcome): void {
  if (outcome.to !== null) return
  throw new ApiError(outcome.sentence === 'contact_only' ? 'cancellation_not_allowed' : 'already_started', {
    param: 'registration_id',
  })
}

// A place in a cart is released, and its item leaves the cart.
async function leaveCart(
  ctx: CustomerContext,
  place: LoadedRegistration,
  order: LoadedCart | null,
): Promise<Registration> {
  const { id } = place.registration
  const item = order?.items.find((each) => each.registration_id === id)
  const writes =
    order && item && !isMoveOrder(order)
      ? withoutItem(ctx, requireOpen(order), item)
      : transitionRegistration(ctx, place, 'expired', {
          actor: ctx.actor,
          reason: 'given_back',
          set: { hold_expires_at: null },
        })
  return first(await showRegistrations(ctx, await commit(ctx, writes, ...registrationReads(ctx, { ids: [id] }))))
}

async function loadRegistration(ctx: Ctx, place: LoadedRegistration): Promise<Registration> {
  const results = await ctx.db.batch([...registrationReads(ctx, { ids: [place.registration.id] })])
  return first(await showRegistrations(ctx, results))
}

function first(registrations: Registration[]): Registration {
  const [registration] = registrations
  if (!registration) throw new ApiError('not_found', { param: 'registration_id' })
  return registration
}

/** A customer must explain these reasons. */
const needsWords = new Set(['not_as_described', 'unrecognised_charge', 'other'])

/** Checks a reason. Null if it is valid, otherwise the field and the error. A reason is optional. */
export function checkReason(
  input: Pick<CancelRegistrationRequest, 'reason' | 'reason_other'>,
): { type: 'required' | 'invalid_option'; param: 'reason' | 'reason_other' } | null {
  if (input.reason === 'event_cancelled') return { type: 'invalid_option', param: 'reason' }
  if (input.reason && needsWords.has(input.reason) && !input.reason_other)
    return { type: 'required', param: 'reason_other' }
  return null
}
