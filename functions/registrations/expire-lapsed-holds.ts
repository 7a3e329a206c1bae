import type { Ctx } from '../context.ts'
import { commit } from '../database/commit.ts'
import { expireRows, lapsedOutsideOrders, lapsedPlaces } from './registration-rows.ts'
import { pageTags } from './registration-steps.ts'

/**
 * The clock's part: lapsed holds in no order, or in a draft, expire; the draft keeps its items. Submitted
 * orders expire by their own verb.
 */
export async function expireLapsedHolds(ctx: Ctx): Promise<number> {
  const lapsed = lapsedOutsideOrders(ctx.now)
  const places = await lapsedPlaces(ctx.db, lapsed)

  if (places.length === 0) return 0
  for (const place of places) ctx.request.invalidateTags(...pageTags(place))

  await commit(ctx, expireRows(ctx.db, lapsed, ctx.now))
  return places.length
}
