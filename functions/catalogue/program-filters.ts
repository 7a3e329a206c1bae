import { ApiError } from '../contract/api-error.ts'
import type { ProgramFiltersQuery } from '../contract/explore.ts'
import type { ProgramFilters } from '../contract/program.ts'
import type { Ctx } from '../context.ts'
import { filterCounts } from './program-filter-rows.ts'
import { programExists } from './program-rows.ts'

/** What the filter form of a program may offer, counted over what the caller may see (decisions.md §27). */
export async function programFilters(ctx: Ctx, ask: ProgramFiltersQuery & { program_id: string }): Promise<ProgramFilters> {
  const reads = filterCounts(ctx.db, ask.program_id, { status: ask.status, now: ctx.now })
  const [[program], types, tags, cities, venues, genders, [age], [dates]] = await ctx.db.batch([programExists(ctx.db, ask.program_id), ...reads])
  if (!program) throw new ApiError('not_found')
  ctx.shows(`program:${ask.program_id}`)

  return {
    object: 'program_filters', types, tags, cities, venues, genders,
    age: { minimum: age?.minimum ?? null, maximum: age?.maximum ?? null },
    dates: { first: instant(dates?.first ?? null), last: instant(dates?.last ?? null) },
    online_event: { count: dates?.online ?? 0 },
  }
}

const instant = (at: number | null) => (at === null ? null : new Date(at).toISOString())
