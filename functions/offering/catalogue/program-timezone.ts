import type { EventListQuery } from '../../contract/offering/event.ts'
import type { Ctx } from '../../platform/context.ts'
import { needsTimezone } from './day-bounds.ts'
import { timezonesOf, zonesOfProgram } from './program-rows.ts'

type ProgramTimezoneInput = Pick<
  EventListQuery,
  'program_id' | 'scheduled_lt' | 'scheduled_lte' | 'scheduled_gt' | 'scheduled_gte'
>

/**
 * The time zone for filters by day: the program's if there is one program, otherwise UTC. Read only for a filter by
 * day.
 */
export async function timezoneFor(ctx: Ctx, query: ProgramTimezoneInput): Promise<string> {
  const [programId, ...others] = query.program_id ?? []
  if (programId === undefined || others.length > 0 || !needsTimezone(query)) return 'UTC'
  const [program] = await timezonesOf(ctx.db).execute({ program_id: programId })
  return program?.timezone ?? 'UTC'
}

/**
 * The time zones of a program's published events, with the program's own first. Cached for half a minute, because they
 * are read from every event.
 */
export async function zonesOfEvents(ctx: Ctx, programId: string): Promise<string[]> {
  const memo = ctx.env.memoize?.<string[]>(`program:${programId}`, 'zones of events')
  if (memo?.known) return memo.known
  const [[program], rows] = await ctx.db.batch(zonesOfProgram(ctx.db, programId))
  const zones = [...new Set([program?.timezone ?? 'UTC', ...rows.map(({ timezone }) => timezone)])]
  memo?.keep(zones)
  return zones
}
