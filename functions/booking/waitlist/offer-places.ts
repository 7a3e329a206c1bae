import { type Actor, system } from '../../platform/actor.ts'
import { eventReads, type ShownEvent, showEvents } from '../../offering/catalogue/events-for.ts'
import { unlimitedSpots } from '../../offering/catalogue/places-left.ts'
import * as saleStates from '../../contract/states/sale-states.ts'
import { ApiError } from '../../contract/api-error.ts'
import type { Statement } from '../../platform/database/database.ts'
import type { Ctx } from '../../platform/context.ts'
import { makeContext } from '../../platform/make-context.ts'
import { commit } from '../../platform/database/commit.ts'
import { guard, guardThat } from '../../platform/database/guard.ts'
import { recordEvent, recordOutboxRows } from '../../platform/database/outbox.ts'
import { registrationsOfEntry } from '../registrations/load-registration.ts'
import { transitionRegistration } from '../registrations/registration-steps.ts'
import { releaseLapsed } from '../registrations/release-lapsed.ts'
import { placesWithStatus, toLine } from './load-entry.ts'
import { offerUntil } from './offer-clock.ts'
import { type FreePlaces, type LineEntry, maxSkips, nextOffers } from './waitlist-line.ts'
import { changeEntry, entryById, lineOf, placesOf, skipEntry, hasWaitingCount } from './waitlist-rows.ts'

/**
 * Offers the free places of an event to waiting entries, oldest first. Places that no waiting entry can take stay on
 * sale for everyone. Two concurrent runs are safe: only one can change the step of an entry, and the schema never
 * assigns a place twice.
 */
export async function offerFreePlaces(ctx: Ctx, eventId: string): Promise<void> {
  const [rows, events] = await ctx.db.batch([lineOf(ctx.db, eventId), eventReads(ctx, [eventId])])
  const line = toLine(rows)
  const shown = showEvents(ctx, events).get(eventId)
  if (line.length === 0 || shown?.event.status !== 'published' || Date.parse(shown.event.starts_at) <= ctx.now) return

  const waitedFor = [...new Set(line.flatMap(({ people }) => people.map(({ option_id }) => option_id)))]
  const sources = waitedFor.map((option_id) => ({ kind: 'event' as const, source_id: eventId, option_id }))
  const [places] = await commit(ctx, releaseLapsed(ctx, sources), placesOf(ctx.db, eventId))
  const { offered, skipped } = nextOffers(line, freePlaces(shown, places), ctx.now)

  await offerByCustomer(ctx, offered, shown)
  for (const entry of skipped) await skipOnce(ctx, entry)
}

/** Offers free places to the waitlist before a customer takes one, in a separate batch and as the system. */
export async function offerToWaitlistFirst(ctx: Ctx, eventId: string): Promise<void> {
  const { env, now, requestId, language } = ctx
  await offerFreePlaces(makeContext({ env, now, requestId, language, actor: system }), eventId)
  recordOutboxRows(ctx, 'transactional')
}

type Places = Awaited<ReturnType<typeof placesOf>>

// Offers only options on sale. People who pre-registered wait until the sale opens.
function freePlaces({ options }: ShownEvent, rows: Places): FreePlaces {
  const left = ({ spots_total, spots_taken }: { spots_total: number; spots_taken: number }) =>
    spots_total === unlimitedSpots ? Number.POSITIVE_INFINITY : spots_total - spots_taken
  const open = rows.filter(({ option_id }) => {
    const status = options.get(option_id)?.sale_status
    return status !== undefined && status !== 'restricted' && saleStates.windowOpen.has(status)
  })
  return {
    options: new Map(
      open.map((row) => [
        row.option_id,
        {
          left: left(row),
          pool_ids: open.flatMap(({ option_id, pool }) => (option_id === row.option_id && pool ? [pool.id] : [])),
        },
      ]),
    ),
    pools: new Map(open.flatMap(({ pool }) => (pool ? [[pool.id, left(pool)] as const] : []))),
  }
}

/** Offers the entries of a customer in one batch, because one mail is about all of them. */
async function offerByCustomer(ctx: Ctx, line: readonly LineEntry[], shown: ShownEvent): Promise<void> {
  const offers: Offer[] = []
  for (const each of line) {
    const offer = await loadOffer(ctx, each)
    if (offer) offers.push(offer)
  }
  for (const own of Map.groupBy(offers, ({ entry }) => entry.customer_id).values()) {
    const isMade = await makeOffers(ctx, own, shown)
    // One of several places was taken meanwhile: the others are still offered.
    if (!isMade && own.length > 1) for (const each of own) await makeOffers(ctx, [each], shown)
  }
}

type Offer = NonNullable<Awaited<ReturnType<typeof loadOffer>>>
async function loadOffer(ctx: Ctx, { id, people }: LineEntry) {
  const [[entry], all] = await ctx.db.batch([entryById(ctx.db, id), registrationsOfEntry(ctx, id)])
  const places = placesWithStatus(all, 'waitlisted', 'preregistered')
  return entry?.is_waiting && places.length === people.length ? { entry, places } : null
}

type OfferCause = { actor: Actor; reason: string; note?: string | null }

/**
 * Statements that offer an entry all of its places. The schema refuses a place that is not free; with `mayBeExtra` it is
 * an extra one.
 */
export function offerStatements(
  ctx: Ctx,
  { entry, places }: Offer,
  { event, cause, mayBeExtra = false }: { event: ShownEvent['event']; cause: OfferCause; mayBeExtra?: boolean },
): Statement[] {
  const until = offerUntil({ starts_at: Date.parse(event.starts_at), timezone: event.timezone }, ctx.now)
  return [
    changeEntry(ctx.db, entry, { offered_at: ctx.now }),
    guard(ctx.db, 'state'),
    guardThat(ctx.db, hasWaitingCount(entry.id, places.length), 'state'),
    ...places.flatMap((place) =>
      transitionRegistration(ctx, place, 'offered', {
        ...cause,
        set: { hold_expires_at: until, held_since: ctx.now },
        mayBeExtra,
      }),
    ),
    recordEvent(ctx, { kind: 'waitlist.offered', ref: entry.id, body: {} }),
  ]
}

/** Returns false when another request took a place, or already offered it to one of the entries. */
async function makeOffers(ctx: Ctx, offers: readonly Offer[], { event }: ShownEvent): Promise<boolean> {
  const cause = { actor: system, reason: 'place_free' }
  try {
    await commit(
      ctx,
      offers.flatMap((offer) => offerStatements(ctx, offer, { event, cause })),
    )
    return true
  } catch (error) {
    if (!(error instanceof ApiError) || error.code !== 409) throw error
    ctx.log('waitlist_offer_not_made', { reason: error.type })
    return false
  }
}

async function skipOnce(ctx: Ctx, { id }: LineEntry): Promise<void> {
  const [[entry]] = await ctx.db.batch([entryById(ctx.db, id)])
  if (!entry?.is_waiting) return
  await commit(ctx, [
    skipEntry(ctx.db, id),
    ...(entry.skips + 1 === maxSkips ? [recordEvent(ctx, { kind: 'waitlist.skipped', ref: id, body: {} })] : []),
  ])
}
