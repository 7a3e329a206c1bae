import { ApiError } from '../../contract/api-error.ts'
import type { ProgramVenueListQuery, VenueCity, VenueListQuery } from '../../contract/offering/explore.ts'
import { type List, list } from '../../contract/paging.ts'
import type { Venue } from '../../contract/offering/program.ts'
import type { Ctx } from '../../platform/context.ts'
import { programExists } from './program-rows.ts'
import { showVenue } from './show-venue.ts'
import { cityPage, programVenuePage, venuePage } from './venue-rows.ts'
import { searchTerms } from '../../platform/database/search-text.ts'

/** The venues of all programs, or their cities. */
export async function listVenues(
  ctx: Ctx,
  { search, distinct_cities, ...query }: VenueListQuery,
): Promise<List<Venue | VenueCity>> {
  const filter = { ...query, terms: searchTerms(search) }
  ctx.request.addCacheTags('programs')
  if (distinct_cities) {
    const [rows, [counted]] = await ctx.db.batch(cityPage(ctx.db, filter))
    return list<Venue | VenueCity>(rows, counted?.total ?? 0, query)
  }

  const [rows, [counted]] = await ctx.db.batch(venuePage(ctx.db, filter))
  return list<Venue | VenueCity>(
    rows.map((row) => showVenue(row, ctx)),
    counted?.total ?? 0,
    query,
  )
}

/** A page of the venues of one program. */
export async function listProgramVenues(
  ctx: Ctx,
  input: ProgramVenueListQuery & { program_id: string },
): Promise<List<Venue>> {
  const [[program], rows, [counted]] = await ctx.db.batch([
    programExists(ctx.db, input.program_id),
    ...programVenuePage(ctx.db, input),
  ])
  if (!program) throw new ApiError('not_found')
  ctx.request.addCacheTags(`program:${input.program_id}`)

  return list(
    rows.map((row) => showVenue(row, ctx)),
    counted?.total ?? 0,
    input,
  )
}
