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
import { type OpenedPlaceRow, placesOfMember } from './later-place-rows.ts'

/**
 * Job after the end of a membership moved: the places that no membership still opens are due at their normal price,
 * and their customers are told. A place that is open again is no longer due. Running it twice changes nothing.
 */
export async function checkLaterPlaces(ctx: Ctx, { ref }: { ref: string }): Promise<void> {
  await retryOnConflict(async () => checkOnce(ctx, ref))
}

async function checkOnce(ctx: Ctx, membershipId: string): Promise<void> {
  const membership = (await loadMembership(ctx, membershipId))?.membership
  if (!membership) return
  const rows = await placesOfMember(ctx.db, membership, ctx.now)
  const lost = rows.filter((row) => row.price_due_at === null && isAfterEnd(row))
  const open = rows.filter((row) => row.price_due_at !== null && !isAfterEnd(row))
  if (lost.length + open.length === 0) return
  const places = await findRegistrations(
    ctx,
    [...lost, ...open].map(({ id }) => id),
  )
  const placeOf = new Map(places.map((place) => [place.registration.id, place]))
  await commit(ctx, [
    ...lost.flatMap((row) => setDue(ctx, placeOf.get(row.id), priceDueAt(ctx.now, row.starts_at))),
    ...open.flatMap((row) => setDue(ctx, placeOf.get(row.id), null)),
    ...toldOf(ctx, lost, `${membershipId}:${membership.step}`),
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
