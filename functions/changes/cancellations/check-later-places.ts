import { system } from '../../platform/actor.ts'
import type { Ctx } from '../../platform/context.ts'
import { commit } from '../../platform/database/commit.ts'
import type { Statement } from '../../platform/database/database.ts'
import { recordEvent } from '../../platform/database/outbox.ts'
import { retryOnConflict } from '../../platform/database/retry-on-conflict.ts'
import { loadMembership } from '../../booking/memberships/load-memberships.ts'
import { findRegistrations, type LoadedRegistration } from '../../booking/registrations/load-registration.ts'
import { recordRegistrationChange } from '../../booking/registrations/registration-steps.ts'
import { isAfterEnd, priceDueAt } from '../../booking/session-credits/places-after-end.ts'
import { type OpenedPlaceRow, placesByIds, placesOfEvent, placesOfMember, placesOfOrder } from './later-place-rows.ts'

/** Customers whose places are written in one batch. */
const customersPerBatch = 20

type Job = { ref: string; dedupe: string }

/**
 * Job after the end of a membership moved, or its person changed: the places that no membership still opens are due at their normal price,
 * and their customers are told. A place that is open again is no longer due. Running it twice changes nothing.
 */
export async function checkPlacesOfMember(ctx: Ctx, { ref, dedupe }: Job): Promise<void> {
  const membership = (await loadMembership(ctx, ref))?.membership
  if (!membership) return
  // The membership may have been for another person of its customer's family.
  const [own, family] = await ctx.db.batch([
    placesOfMember(ctx.db, membership, ctx.now),
    placesOfMember(ctx.db, { ...membership, attendee_profile_id: null }, ctx.now),
  ])
  await checkPlaces(ctx, dedupe, [...new Map([...own, ...family].map((place) => [place.id, place])).values()])
}

/** The same for the places of an order that was paid: its memberships may have ended while it was a cart or unpaid. */
export const checkPlacesOfOrder = async (ctx: Ctx, { ref, dedupe }: Job): Promise<void> =>
  checkPlaces(ctx, dedupe, await placesOfOrder(ctx.db, ref, ctx.now))

/** The same for the places of an event that was moved to another day. */
export const checkPlacesOfEvent = async (ctx: Ctx, { ref, dedupe }: Job): Promise<void> =>
  checkPlaces(ctx, dedupe, await placesOfEvent(ctx.db, ref, ctx.now))

// Only the places of one batch are read again: an event may have thousands.
async function checkPlaces(ctx: Ctx, key: string, places: readonly OpenedPlaceRow[]): Promise<void> {
  const ofCustomers = [...Map.groupBy(places.filter(hasChanged), ({ customer_id }) => customer_id).values()]
  for (let from = 0; from < ofCustomers.length; from += customersPerBatch) {
    const ids = ofCustomers.slice(from, from + customersPerBatch).flatMap((own) => own.map(({ id }) => id))
    await retryOnConflict(async () =>
      writeChanged(
        ctx,
        key,
        (await placesByIds(ctx.db, ids)).filter((row) => row.starts_at > ctx.now && hasChanged(row)),
      ),
    )
  }
}

const hasChanged = (row: OpenedPlaceRow): boolean => (row.price_due_at === null) === isAfterEnd(row)

async function writeChanged(ctx: Ctx, key: string, rows: readonly OpenedPlaceRow[]): Promise<void> {
  if (rows.length === 0) return
  const places = await findRegistrations(
    ctx,
    rows.map(({ id }) => id),
  )
  const placeOf = new Map(places.map((place) => [place.registration.id, place]))
  const lost = rows.filter(isAfterEnd)
  await commit(ctx, [
    ...rows.flatMap((row) =>
      setDue(ctx, placeOf.get(row.id), isAfterEnd(row) ? priceDueAt(ctx.now, row.starts_at) : null),
    ),
    ...toldOf(ctx, lost, key),
  ])
}

/** Statements that set or clear until when the normal price of a place must be paid. */
export const setDue = (ctx: Ctx, place: LoadedRegistration | undefined, price_due_at: number | null): Statement[] =>
  place
    ? recordRegistrationChange(ctx, place, {
        actor: system,
        reason: price_due_at === null ? 'price_no_longer_due' : 'price_due',
        set: { price_due_at },
      })
    : []

// One mail for each customer with such places.
function toldOf(ctx: Ctx, lost: readonly OpenedPlaceRow[], key: string): Statement[] {
  const customers = new Set(lost.map(({ customer_id }) => customer_id))
  return [...customers].map((customer) => {
    const registration_ids = lost.flatMap(({ id, customer_id }) => (customer_id === customer ? [id] : []))
    const ref = registration_ids[0] ?? ''
    return recordEvent(ctx, {
      kind: 'registration.price_due',
      ref,
      key: `${key}:${customer}`,
      body: { registration_ids },
    })
  })
}
