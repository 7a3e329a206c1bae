import { type Actor, system } from '../../platform/actor.ts'
import { ApiError } from '../../contract/api-error.ts'
import type { DeclineWaitlistOfferRequest, WaitlistEntry, WaitlistOffer } from '../../contract/booking/waitlist.ts'
import type { Ctx, CustomerContext } from '../../platform/context.ts'
import { commit } from '../../platform/database/commit.ts'
import { retryOnConflict } from '../../platform/database/retry-on-conflict.ts'
import type { LoadedRegistration } from '../registrations/load-registration.ts'
import { transitionRegistration } from '../registrations/registration-steps.ts'
import { loadOwnEntry, placesWithStatus } from './load-entry.ts'
import { readEntry } from './read-entry.ts'
import { loadOffer, readOffer } from './read-offer.ts'
import * as registrationStates from '../../contract/states/registration-states.ts'

/** Declines an offer or leaves the waitlist, for everyone in the entry. A second call changes nothing. */
export async function leaveWaitlist(ctx: CustomerContext, input: { registration_id: string }): Promise<WaitlistEntry> {
  await retryOnConflict(async () => {
    const { places, own } = await loadOwnEntry(ctx, input.registration_id)
    const { status } = own.registration
    if (registrationStates.left.has(status)) return
    if (!registrationStates.listed.has(status))
      throw new ApiError('state_conflict', { param: 'registration_id', subject: status })
    await commit(ctx, leave(ctx, placesWithStatus(places, ...registrationStates.listed.statuses), ctx.actor))
  })
  return readEntry(ctx, input)
}

/** Declines an offer through a mail's link, without a log-in. An offer that has ended stays as it is. */
export async function declineOffer(ctx: Ctx, input: DeclineWaitlistOfferRequest): Promise<WaitlistOffer> {
  await retryOnConflict(async () => {
    const { places } = await loadOffer(ctx, input)
    const offered = placesWithStatus(places, 'offered')
    if (offered.length > 0) await commit(ctx, leave(ctx, offered, system))
  })
  return readOffer(ctx, input)
}

function leave(ctx: Ctx, places: LoadedRegistration[], actor: Actor) {
  return places.flatMap((place) =>
    transitionRegistration(ctx, place, 'cancelled', {
      actor,
      reason: place.registration.status === 'offered' ? 'offer_declined' : 'waitlist_left',
      set: { cancelled_at: ctx.now, hold_expires_at: null },
    }),
  )
}
