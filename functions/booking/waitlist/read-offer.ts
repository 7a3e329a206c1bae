import { eventReads, showEvents } from '../../offering/catalogue/events-for.ts'
import { ApiError } from '../../contract/api-error.ts'
import { instant } from '../../contract/instant.ts'
import { money } from '../../contract/display-money.ts'
import type { WaitlistOffer, WaitlistOfferQuery } from '../../contract/booking/waitlist.ts'
import type { Ctx } from '../../platform/context.ts'
import { linePrice } from '../../offering/pricing/line-price.ts'
import { sum } from '../../offering/pricing/shares.ts'
import type { LoadedRegistration } from '../registrations/load-registration.ts'
import { isHoldAlive } from '../spots/hold-clock.ts'
import { type LoadedEntry, loadEntry } from './load-entry.ts'
import { readOfferLink } from './offer-link.ts'
import * as registrationStates from '../../contract/states/registration-states.ts'

/** The entry that a mail links to. Throws `not_found` for an invalid token or another program's. */
export async function loadOffer(ctx: Ctx, { program_id, token }: WaitlistOfferQuery): Promise<LoadedEntry> {
  const id = await readOfferLink(ctx.env, { token, now: ctx.now })
  const loaded = id === null ? null : await loadEntry(ctx, id)
  if (loaded?.entry.offered_at == null || loaded.entry.program_id !== program_id)
    throw new ApiError('not_found', { param: 'token' })
  return loaded
}

/** The response for the page of an offer: the offered places, or their outcome. Changes nothing. */
export async function readOffer(ctx: Ctx, input: WaitlistOfferQuery): Promise<WaitlistOffer> {
  const { entry, places: all } = await loadOffer(ctx, input)
  const shown = showEvents(ctx, await eventReads(ctx, [entry.event_id])).get(entry.event_id)
  const status = offerStatus(all, ctx.now)
  const places = status === 'open' ? all.filter(({ registration }) => registration.status === 'offered') : all
  const [first] = places
  if (!shown || !first) throw new ApiError('not_found', { param: 'token' })
  const sold = { currency: first.booking.currency, program: first.program }
  const prices = places.map(({ booking, program }) => linePrice(booking.cost, program.selling))
  return {
    object: 'waitlist_offer',
    status,
    program_id: entry.program_id,
    expires_at: instant(first.registration.hold_expires_at),
    event: shown.event,
    places: places.flatMap(({ registration, booking, attendee }) => {
      const option = shown.options.get(booking.option_id)
      return option ? [{ registration_id: registration.id, first_name: attendee.first_name, option }] : []
    }),
    amount_total: money(sum(prices.map(({ total }) => total)), sold, ctx.language),
    amount_cost: money(sum(prices.map(({ cost }) => cost)), sold, ctx.language),
  }
}

// A claimed offer stays closed, even when its place was released later.
function offerStatus(places: readonly LoadedRegistration[], now: number): WaitlistOffer['status'] {
  const offered = places.filter(({ registration }) => registration.status === 'offered')
  if (offered.length > 0)
    return offered.every(({ registration }) => isHoldAlive(registration.hold_expires_at, now)) ? 'open' : 'expired'
  if (
    places.some(
      ({ registration }) => registration.order_id !== null || registrationStates.chosen.has(registration.status),
    )
  )
    return 'claimed'
  return places.every(({ registration }) => registration.status === 'cancelled') ? 'declined' : 'expired'
}
