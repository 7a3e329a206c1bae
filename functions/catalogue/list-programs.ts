import type { ProgramListQuery } from '../contract/explore.ts'
import { type List, list } from '../contract/paging.ts'
import type { Program } from '../contract/program.ts'
import type { Ctx } from '../context.ts'
import { programPage } from './program-rows.ts'
import { showProgram } from './show-program.ts'
import { searchTerms } from '../database/search-text.ts'

/** Programs by type, tags, place and text, a page of them. */
export async function listPrograms(ctx: Ctx, query: ProgramListQuery): Promise<List<Program>> {
  const terms = { terms: searchTerms(query.search), placeTerms: searchTerms(query.place_name), now: ctx.now }

  const [rows, [counted]] = await ctx.db.batch(programPage(ctx.db, { ...query, ...terms }))

  ctx.request.addCacheTags('programs')
  return list(
    rows.map((row) => showProgram(row, ctx)),
    counted?.total ?? 0,
    query,
  )
}
