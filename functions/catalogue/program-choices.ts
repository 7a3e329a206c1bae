import type { Ctx } from '../context.ts'
import { programChoiceCounts } from './program-rows.ts'

type Counted = { value: string; count: number }
/** What programs may be searched by. */
export type ProgramChoices = {
  types: Counted[]
  /** Each in the language of the programs that have it; null where they differ in that. */
  tags: (Counted & { language: string | null })[]
}

/** Types and tags of all programs anyone may look at, each with how many have it. */
export async function programChoices(ctx: Ctx): Promise<ProgramChoices> {
  const [types, tags] = await ctx.db.batch(programChoiceCounts(ctx.db))
  return { types, tags }
}
