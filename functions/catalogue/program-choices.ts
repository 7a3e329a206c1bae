import type { Ctx } from '../context.ts'
import { programChoiceCounts } from './program-rows.ts'

type Counted = { value: string; count: number }[]
/** What programs may be searched by. */
export type ProgramChoices = { types: Counted; tags: Counted }

/** Types and tags of all programs anyone may look at, each with how many have it. */
export async function programChoices(ctx: Ctx): Promise<ProgramChoices> {
  const [types, tags] = await ctx.db.batch(programChoiceCounts(ctx.db))
  return { types, tags }
}
