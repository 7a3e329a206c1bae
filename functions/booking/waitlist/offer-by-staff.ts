import { ApiError } from '../../contract/api-error.ts'
import type { OfferPlaceRequest, OrganiserWaitlistEntry } from '../../contract/booking/waitlist.ts'
import * as registrationStates from '../../contract/states/registration-states.ts'
import { eventReads, showEvents } from '../../offering/catalogue/events-for.ts'
import type { OrganiserContext } from '../../platform/context.ts'
import { commit } from '../../platform/database/commit.ts'
import { retryOnConflict } from '../../platform/database/retry-on-conflict.ts'
import { releaseLapsed } from '../registrations/release-lapsed.ts'
import { readWaiting } from './list-waiting.ts'
import { loadEntry, loadLine, placesWithStatus } from './load-entry.ts'
import { offerStatements } from './offer-places.ts'
import { positionOf } from './waitlist-line.ts'

type OfferInput = OfferPlaceRequest & { program_id: string; waitlist_entry_id: string }

/**
 * Offers an entry its places, also before entries that wait longer, which needs a reason for the history. The family
 * gets the same mail and the same time as in turn. A second call returns the open offer. Throws `sold_out` while no
 * place is free, unless the offer may go over capacity: the places that do not fit are then extra.
 */
export async function offerByStaff(ctx: OrganiserContext, input: OfferInput): Promise<OrganiserWaitlistEntry> {
  const event_id = await retryOnConflict(async () => {
    const loaded = await loadEntry(ctx, input.waitlist_entry_id)
    if (loaded?.entry.program_id !== input.program_id) throw new ApiError('not_found', { param: 'waitlist_entry_id' })
    const { entry } = loaded
    if (placesWithStatus(loaded.places, 'offered').length > 0) return entry.event_id
    const places = placesWithStatus(loaded.places, ...registrationStates.waiting.statuses)
    if (places.length === 0) throw new ApiError('state_conflict', { param: 'waitlist_entry_id' })

    const [line, events] = await Promise.all([loadLine(ctx, entry.event_id), eventReads(ctx, [entry.event_id])])
    const event = showEvents(ctx, events).get(entry.event_id)?.event
    if (event?.status !== 'published') throw new ApiError('state_conflict', { param: 'waitlist_entry_id' })
    if (Date.parse(event.starts_at) <= ctx.now) throw new ApiError('already_started', { param: 'waitlist_entry_id' })
    const isInTurn = positionOf(line, entry.id) === 1
    const note = input.over_capacity ? `over_capacity: ${input.over_capacity.reason}` : input.reason || null
    if (!isInTurn && !note) throw new ApiError('required', { param: 'reason' })

    const options = new Set(places.map(({ booking }) => booking.option_id))
    const sources = [...options].map((option_id) => ({ kind: 'event' as const, source_id: entry.event_id, option_id }))
    const cause = { actor: ctx.actor, reason: isInTurn ? 'place_free' : 'out_of_turn', note }
    const mayBeExtra = Boolean(input.over_capacity)
    await commit(ctx, [
      ...releaseLapsed(ctx, sources),
      ...offerStatements(ctx, { entry, places }, { event, cause, mayBeExtra }),
    ])
    return entry.event_id
  })
  return readWaiting(ctx, { event_id, entry_id: input.waitlist_entry_id })
}
