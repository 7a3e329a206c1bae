import type { Ctx } from '../context.ts'
import { sellingOf } from './program-rows.ts'

/** Origins of the pages that may frame a program's list; none where there is no such program. Not part of the public program. */
export async function embedOrigins(ctx: Ctx, input: { program_id: string }): Promise<string[]> {
  const [program] = await sellingOf(ctx.db).execute(input)
  return program?.selling.embed_origins ?? []
}
