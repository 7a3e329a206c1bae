import type { Ctx } from '../context.ts'
import { openWaivers } from './waiver-rows.ts'

/** Which of these registrations keep their order from being paid until a waiver is accepted (decisions.md §26.4), oldest first. */
export async function missingWaivers(ctx: Ctx, registrationIds: readonly string[]): Promise<string[]> {
  if (registrationIds.length === 0) return []
  return (await openWaivers(ctx.db, registrationIds, ctx.now)).map(({ id }) => id)
}
