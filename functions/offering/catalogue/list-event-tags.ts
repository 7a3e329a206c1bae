import { ApiError } from '../../contract/api-error.ts'
import type { EventTag, EventTagListQuery } from '../../contract/offering/explore.ts'
import { type List, list } from '../../contract/paging.ts'
import type { Ctx } from '../../platform/context.ts'
import { eventTagPage } from './event-tag-rows.ts'
import { programExists } from './program-rows.ts'

/** The tags of a program's public events, with counts. */
export async function listEventTags(
  ctx: Ctx,
  input: EventTagListQuery & { program_id: string },
): Promise<List<EventTag>> {
  const [[program], rows, [counted]] = await ctx.db.batch([
    programExists(ctx.db, input.program_id),
    ...eventTagPage(ctx.db, { ...input, now: ctx.now }),
  ])
  if (!program) throw new ApiError('not_found')
  ctx.request.addCacheTags(`program:${input.program_id}`)

  return list(rows, counted?.total ?? 0, input)
}
