import type { Event, EventListQuery } from '../../contract/offering/event.ts'
import { type List, list } from '../../contract/paging.ts'
import type { Ctx } from '../../platform/context.ts'
import { dayBounds } from './day-bounds.ts'
import { type EventFilter, eventPage, countCacheKey, pageOfEvents } from './event-list-rows.ts'
import type { MonthCounts } from './month-rows.ts'
import { priceFilter } from './price-filter.ts'
import { timezoneFor } from './program-timezone.ts'
import { showEvent } from './show-event.ts'
import { searchTerms } from '../../platform/database/search-text.ts'

/** The number of events that a list finds; a list of cards that is narrowed also has their months. */
export type Counted = { total: number; is_capped: number; months?: MonthCounts }

/** A page of the published events that match the filters. */
export async function listEvents(ctx: Ctx, query: EventListQuery): Promise<List<Event>> {
  const [timezone, price] = await Promise.all([timezoneFor(ctx, query), priceFilter(ctx, query)])
  const bounds = dayBounds(query, timezone)

  const { rows, counted } = await readPage(ctx, {
    ...query,
    ...bounds,
    ...price,
    terms: searchTerms(query.search),
    now: ctx.now,
  })

  // A list over several programs changes when any of them publishes, and with the free places of its events.
  const [programId, ...others] = query.program_id ?? []
  if (programId !== undefined && others.length === 0)
    ctx.request.addCacheTags(`program:${programId}`, `places:${programId}`)
  else ctx.request.addCacheTags('programs', ...rows.flatMap(({ program: { id } }) => [`program:${id}`, `places:${id}`]))
  return list(
    rows.map((row) => showEvent(row, ctx)),
    counted?.total ?? 0,
    query,
    counted?.is_capped === 1,
  )
}

// The first page counts the events; for half a minute further pages reuse that count.
async function readPage(ctx: Ctx, filter: EventFilter) {
  const memo = countMemo(ctx, filter)
  if (memo?.known) return { rows: await pageOfEvents(ctx.db, filter), counted: memo.known }
  const [rows, [counted]] = await ctx.db.batch(eventPage(ctx.db, filter))
  memo?.keep(counted)
  return { rows, counted }
}

type CountMemo = { known: Counted | null; keep: (counted: Counted | undefined) => void }

/** The cached count of a list, and a function that caches it; null when this count is not cached. */
export function countMemo({ env }: Pick<Ctx, 'env'>, filter: EventFilter): CountMemo | null {
  const key = countCacheKey(filter)
  const memo = key && env.memoize?.<Counted>(key.tag, key.name)
  if (!memo) return null
  // Empty results are not cached, so that made-up filters cannot evict others.
  return { known: memo.known, keep: (counted) => counted && counted.total > 0 && memo.keep(counted) }
}
