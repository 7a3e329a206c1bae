import { money } from '../../contract/display-money.ts'
import type { LaterPlace, LaterPlacesQuery } from '../../contract/booking/later-place.ts'
import { instant } from '../../contract/instant.ts'
import { type List, list } from '../../contract/paging.ts'
import { localize } from '../../contract/texts.ts'
import type { Ctx, CustomerContext } from '../../platform/context.ts'
import { loadOwnMembership } from '../../booking/memberships/show-membership.ts'
import { findRegistrations, type LoadedRegistration } from '../../booking/registrations/load-registration.ts'
import { ifCancelled, isAfterEnd, priceToKeep } from '../../booking/session-credits/places-after-end.ts'
import { duePlacesOf, type OpenedPlaceRow, placeById, placesOfMember } from './later-place-rows.ts'

/**
 * The caller's booked places whose normal price is due because their membership ends before, and with a membership
 * those that it would no longer open if it was cancelled now.
 */
export async function listLaterPlaces(
  ctx: CustomerContext,
  { program_id, membership_id }: LaterPlacesQuery & { program_id: string },
): Promise<List<LaterPlace>> {
  const { customer_id } = ctx.actor
  const rows = membership_id
    ? await placesIfCancelled(ctx, { program_id, membership_id })
    : await duePlacesOf(ctx.db, { program_id, customer_id })
  const lost = rows.filter(isAfterEnd)
  const places =
    lost.length === 0
      ? []
      : await findRegistrations(
          ctx,
          lost.map(({ id }) => id),
        )
  const placeOf = new Map(places.map((place) => [place.registration.id, place]))
  const data = lost.flatMap((row) => {
    const place = placeOf.get(row.id)
    return place ? [showLaterPlace(ctx, row, place)] : []
  })
  return list(data, data.length, { limit: data.length, skip: 0 })
}

/**
 * The cost of a booked place without a visit, and its normal price with fee and tax, in minor units. Null while a
 * membership opens the place, and for a place that only a membership keeps.
 */
export async function findPlaceToKeep(ctx: Ctx, id: string): Promise<{ cost: number; price: number } | null> {
  const [row] = await placeById(ctx.db, id)
  const price = row && isAfterEnd(row) ? priceToKeep(row) : null
  return row === undefined || price === null ? null : { cost: row.cost, price }
}

async function placesIfCancelled(
  ctx: CustomerContext,
  own: { program_id: string; membership_id: string },
): Promise<OpenedPlaceRow[]> {
  const { membership } = await loadOwnMembership(ctx, own)
  const rows = await placesOfMember(ctx.db, membership, ctx.now)
  return rows
    .filter(({ customer_id }) => customer_id === ctx.actor.customer_id)
    .map((row) => ({ ...row, memberships: ifCancelled(row.memberships, membership.id) }))
}

function showLaterPlace(
  ctx: CustomerContext,
  row: OpenedPlaceRow,
  { booking, attendee }: LoadedRegistration,
): LaterPlace {
  const { title, option_title, translations, timezone } = booking
  const price = priceToKeep(row)
  return {
    object: 'later_place',
    registration_id: row.id,
    ...localize({ title, option_title, translations }, ctx.contentLanguage),
    first_name: attendee.first_name,
    starts_at: instant(row.starts_at),
    timezone,
    price: price === null ? null : money(price, row, ctx.language),
    due_at: instant(row.price_due_at),
  }
}
