import type { ProgramListQuery } from '../../contract/offering/explore.ts'
import { type List, list } from '../../contract/paging.ts'
import type { Program } from '../../contract/offering/program.ts'
import type { Ctx } from '../../platform/context.ts'
import { programPage } from './program-rows.ts'
import { showProgram } from './show-program.ts'
import { searchTerms } from '../../platform/database/search-text.ts'

/** A page of programs by type, tags, city and text. */
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
