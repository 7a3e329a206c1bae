import type { Ctx } from '../context.ts'
import { type SourceRow, sourcesOfProfile } from './source-rows.ts'

/** The cards that a customer keeps with a program, the default first. */
export const keptCards = async (ctx: Ctx, customerProfileId: string): Promise<SourceRow[]> =>
  sourcesOfProfile(ctx.db, customerProfileId)
