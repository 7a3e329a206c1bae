import type { Ctx } from '../context.ts'
import { findNewestGoto } from './code-rows.ts'

/** Where the sign-up that requested the newest code wanted to go; it was validated when it was stored. */
export async function newestGoto(ctx: Ctx, user_id: string): Promise<string | null> {
  const [newest] = await findNewestGoto(ctx, user_id)
  return newest?.goto ?? null
}
