import { eventReads, showEvents } from '../../offering/catalogue/events-for.ts'
import { ApiError } from '../../contract/api-error.ts'
import type { Registration } from '../../contract/booking/registration.ts'
import type { Ctx, CustomerContext } from '../../platform/context.ts'
import { commit } from '../../platform/database/commit.ts'
import { retryOnConflict } from '../../platform/database/retry-on-conflict.ts'
import { checkOthers } from '../registrations/check-others.ts'
import type { LoadedRegistration } from '../registrations/load-registration.ts'
import { transitionRegistration } from '../registrations/registration-steps.ts'
import { readRegistration, registrationReads, showRegistrations } from '../registrations/show-registration.ts'
import { fullHoldMinutes, isHoldAlive, startHold } from '../spots/hold-clock.ts'
import { loadOwnEntry, placesWithStatus } from './load-entry.ts'
import * as registrationStates from '../../contract/states/registration-states.ts'

/**
 * Accepts an offer: holds all places of the entry for the customer, at least until the offer ends, so that they can be
 * added to an order. A second call returns the places that are already held.
 */
export async function claimOffer(ctx: CustomerContext, input: { registration_id: string }): Promise<Registration> {
  return retryOnConflict(async () => claimOnce(ctx, input))
}

async function claimOnce(ctx: CustomerContext, input: { registration_id: string }): Promise<Registration> {
  const { places, own } = await loadOwnEntry(ctx, input.registration_id)
  const { status, hold_expires_at } = own.registration
  if (registrationStates.booked.has(status)) return readRegistration(ctx, input)
  if (status === 'expired') throw new ApiError('offer_expired', { param: 'registration_id' })
  if (status !== 'offered') throw new ApiError('state_conflict', { param: 'registration_id', subject: status })
  if (!isHoldAlive(hold_expires_at, ctx.now)) throw new ApiError('offer_expired', { param: 'registration_id' })

  const offered = placesWithStatus(places, 'offered')
  await checkOthers(ctx, offered)
  const results = await commit(
    ctx,
    await claimWrites(ctx, offered),
    ...registrationReads(ctx, { ids: [own.registration.id] }),
  )
  const [claimed] = await showRegistrations(ctx, results)
  if (!claimed) throw new ApiError('internal_error')
  return claimed
}

async function claimWrites(ctx: CustomerContext, offered: LoadedRegistration[]) {
  const event_id = offered[0]?.registration.event_id ?? ''
  const shown = showEvents(ctx, await eventReads(ctx, [event_id])).get(event_id)
  const hasQuestions = shown?.event.fields.some(({ validations }) => validations.required) ?? false
  return offered.flatMap((place) =>
    transitionRegistration(ctx, place, 'pending', {
      actor: ctx.actor,
      reason: 'offer_claimed',
      set: {
        held_since: ctx.now,
        hold_expires_at: heldUntil(ctx, place),
        ...(hasQuestions || place.registration.form_response.submitted_at !== null
          ? {}
          : { form_response: { ...place.registration.form_response, submitted_at: new Date(ctx.now).toISOString() } }),
      },
    }),
  )
}

const heldUntil = (ctx: Ctx, { registration, program }: LoadedRegistration): number =>
  Math.max(registration.hold_expires_at ?? 0, startHold(ctx.now, fullHoldMinutes(program.selling.hold_minutes)))
