import type { Event, EventListQuery } from '../contract/event.ts'
import { type List, list } from '../contract/paging.ts'
import type { Ctx } from '../context.ts'
import { dayBounds, needsTimezone } from './day-bounds.ts'
import { eventPage } from './event-list-rows.ts'
import { timezonesOf } from './program-rows.ts'
import { searchTerms } from './search-terms.ts'
import { showEvent } from './show-event.ts'

/** Published events by everything api.txt §7 filters by, a page of them. */
export async function listEvents(ctx: Ctx, query: EventListQuery): Promise<List<Event>> {
  const bounds = dayBounds(query, await timezoneFor(ctx, query))

  const [rows, [counted]] = await ctx.db.batch(eventPage(ctx.db, { ...query, ...bounds, terms: searchTerms(query.search), now: ctx.now }))

  const [programId, ...others] = query.program_id ?? []
  if (programId !== undefined && others.length === 0) ctx.shows(`program:${programId}`)
  return list(rows.map((row) => showEvent(row, ctx)), counted?.total ?? 0, query)
}

/** Days are days of the one program that is asked for; over several programs they are days in UTC. */
async function timezoneFor(ctx: Ctx, query: EventListQuery): Promise<string> {
  const [programId, ...others] = query.program_id ?? []
  if (programId === undefined || others.length > 0 || !needsTimezone(query)) return 'UTC'
  const [program] = await timezonesOf(ctx.db).execute({ program_id: programId })
  return program?.timezone ?? 'UTC'
}
