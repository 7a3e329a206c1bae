import type { Ctx } from '../context.ts'
import { findNewestGoto } from './code-rows.ts'

/** Where the sign-up that asked for the newest code wanted to go; it was judged when it was stored. */
export async function newestGoto(ctx: Ctx, user_id: string): Promise<string | null> {
  const [newest] = await findNewestGoto(ctx, user_id)
  return newest?.goto ?? null
}
