import { dayMs } from '../../contract/limits.ts'
import { instant } from '../../contract/instant.ts'
import { eventReads, showEvents } from '../../offering/catalogue/events-for.ts'
import { type List, list } from '../../contract/paging.ts'
import type { Rebooking, RebookingListQuery } from '../../contract/booking/rebooking.ts'
import { localize } from '../../contract/texts.ts'
import type { CustomerContext } from '../../platform/context.ts'
import { type BookedRow, bookedBefore, comingEvents, placesToCome, type RebookingSearch } from './rebooking-rows.ts'
import {
  spansOfSimilarEvents,
  upcomingByName,
  type Continuation,
  continuations,
  namesToCome,
  optionToBook,
} from './rebooking-rule.ts'

/** Bookings that started longer ago are not suggested again. */
const lookBackMs = 800 * dayMs
/** Events that start later than this are not suggested yet. */
const lookAheadMs = 560 * dayMs
/** Maximum number of suggested events per booking that are checked for a free place. */
const maxContinuations = 3

/** Earlier bookings that the customer may book again, each person and upcoming event once, the earliest event first. */
export async function listRebookings(ctx: CustomerContext, input: RebookingListQuery): Promise<List<Rebooking>> {
  const span = { from: ctx.now - lookBackMs, to: ctx.now }
  const booked = (await bookedBefore(ctx.db, ctx.actor.customer_id, input, span)).filter(({ rights }) =>
    rights.includes('register'),
  )
  if (booked.length === 0) return list([], 0, input)
  const people = [...new Set(booked.map(({ attendee }) => attendee.id))]
  const [coming, places] = await ctx.db.batch([
    comingEvents(ctx.db, input.program_id, { from: ctx.now, to: ctx.now + lookAheadMs }, searchAfter(booked, ctx.now)),
    placesToCome(ctx.db, people, ctx.now),
  ])
  const taken = new Set(places.map(({ attendee_id, event_id }) => `${attendee_id} ${event_id}`))
  const byName = upcomingByName(coming)
  const continued = booked.map((row) => ({ row, next: continuations(row, byName, ctx.now).slice(0, maxContinuations) }))
  // A booking whose suggested event is already booked needs no suggestion.
  const open = continued.filter(
    ({ row, next: [best] }) => best !== undefined && !taken.has(`${row.attendee.id} ${best.event_id}`),
  )
  if (open.length === 0) return list([], 0, input)

  const ids = [...new Set(open.flatMap(({ next }) => next.map(({ event_id }) => event_id)))]
  const records = await eventReads(ctx, ids)
  const shown = showEvents(ctx, records)
  const positions = new Map(records.map(({ id, options }) => [id, options.toSorted(byPosition)]))
  const rebookings = new Map<string, Rebooking>()
  for (const { row, next } of open) {
    const rebooking = firstToBook(row, next)
    const key = rebooking && `${rebooking.attendee_id} ${rebooking.event.id}`
    if (key && !rebookings.has(key) && !taken.has(key)) rebookings.set(key, rebooking)
  }
  const all = [...rebookings.values()].sort((a, b) => Date.parse(a.event.starts_at) - Date.parse(b.event.starts_at))
  return list(all.slice(input.skip, input.skip + input.limit), all.length, input)

  function firstToBook(row: BookedRow, next: Continuation[]): Rebooking | null {
    for (const { event_id, match } of next) {
      const { event, options } = shown.get(event_id) ?? {}
      if (!event || !options) continue
      const starts = { starts_at: Date.parse(event.starts_at), timezone: event.timezone }
      // Names are compared in the organisation's own language, regardless of the reader's.
      const offered = (positions.get(event_id) ?? []).flatMap(({ id, name }) => {
        const option = options.get(id)
        return option ? [{ ...option, name, option }] : []
      })
      const chosen = optionToBook(offered, { booked: row.option_name, person: row.attendee, event: starts })
      if (chosen) return showRebooking(ctx, row, { match, event, option: chosen.option })
    }
    return null
  }
}

/** The search for upcoming events: each name once, and the weeks that correspond to last year's bookings. */
function searchAfter(booked: readonly BookedRow[], now: number): RebookingSearch {
  const thisYear = new Date(now).getUTCFullYear()
  const names = new Set([...new Set(booked.map(({ name }) => name))].flatMap((name) => namesToCome(name, thisYear)))
  return { names: [...names], alike: spansOfSimilarEvents(booked, now) }
}

const byPosition = (a: { position: number }, b: { position: number }) => a.position - b.position

function showRebooking(
  ctx: CustomerContext,
  row: BookedRow,
  next: Pick<Rebooking, 'match' | 'event' | 'option'>,
): Rebooking {
  const { name } = localize({ name: row.name, translations: row.translations }, ctx.contentLanguage ?? ctx.language)
  return {
    object: 'rebooking',
    registration_id: row.registration_id,
    attendee_id: row.attendee.id,
    first_name: row.attendee.first_name,
    booked_event: { id: row.event_id, name, starts_at: instant(row.starts_at), timezone: row.timezone },
    ...next,
  }
}
