import { system } from '../../platform/actor.ts'
import type { Ctx } from '../../platform/context.ts'
import { commit } from '../../platform/database/commit.ts'
import { recordEvent } from '../../platform/database/outbox.ts'
import { findRegistration } from '../registrations/load-registration.ts'
import { transitionRegistration } from '../registrations/registration-steps.ts'
import { isHoldAlive } from '../spots/hold-clock.ts'
import { endWaitingForEndedSales, ignoreConflict } from './end-waiting.ts'
import { loadEntry, placesWithStatus } from './load-entry.ts'
import { offerReminderFrom } from './offer-clock.ts'
import { offerFreePlaces } from './offer-places.ts'
import {
  eventsToOffer,
  eventsWithEndedSales,
  lapsedOffers,
  openOffers,
  waitlistedForStartedEvents,
} from './waitlist-rows.ts'
import { withinBudget } from '../../platform/run-budget.ts'

/** Number of entries per run. */
const maxInRun = 50

/**
 * Scheduled task, each minute: ends lapsed offers, sends reminders of expiring ones, ends waiting for started events and
 * for options that are no longer sold, and offers free places to the next entries. The duration of an offer is in
 * offer-clock.ts, the order in waitlist-line.ts.
 */
export async function advanceWaitlists(ctx: Ctx): Promise<void> {
  const [lapsed, open] = await ctx.db.batch([
    lapsedOffers(ctx.db, ctx.now, maxInRun),
    openOffers(ctx.db, ctx.now, maxInRun),
  ])
  for await (const { entry_id } of withinBudget(ctx, lapsed)) await endLapsedOffer(ctx, entry_id)
  const due = open.filter(({ offered_at, until }) => {
    const from = offerReminderFrom({ offered_at, until })
    return from !== null && from <= ctx.now
  })
  if (due.length > 0)
    await commit(
      ctx,
      due.map(({ entry_id }) => recordEvent(ctx, { kind: 'waitlist.offer_expiring', ref: entry_id, body: {} })),
    )
  for await (const { id } of withinBudget(ctx, await waitlistedForStartedEvents(ctx.db, ctx.now, maxInRun)))
    await endWaiting(ctx, id)
  for await (const { event_id } of withinBudget(ctx, await eventsWithEndedSales(ctx.db, ctx.now, maxInRun)))
    await endWaitingForEndedSales(ctx, event_id)
  for await (const { event_id } of withinBudget(ctx, await eventsToOffer(ctx.db, ctx.now, maxInRun)))
    await offerFreePlaces(ctx, event_id)
}

async function endLapsedOffer(ctx: Ctx, entryId: string): Promise<void> {
  const loaded = await loadEntry(ctx, entryId)
  const lapsed = placesWithStatus(loaded?.places ?? [], 'offered').filter(
    ({ registration }) => !isHoldAlive(registration.hold_expires_at, ctx.now),
  )
  if (lapsed.length === 0) return
  await ignoreConflict(ctx, [
    ...lapsed.flatMap((place) =>
      transitionRegistration(ctx, place, 'expired', { actor: system, reason: 'offer_lapsed' }),
    ),
    recordEvent(ctx, { kind: 'waitlist.offer_expired', ref: entryId, body: {} }),
  ])
}

async function endWaiting(ctx: Ctx, registrationId: string): Promise<void> {
  const [place] = await findRegistration(ctx, registrationId)
  if (place)
    await ignoreConflict(
      ctx,
      transitionRegistration(ctx, place, 'cancelled', {
        actor: system,
        reason: 'event_started',
        set: { cancelled_at: ctx.now },
      }),
    )
}
