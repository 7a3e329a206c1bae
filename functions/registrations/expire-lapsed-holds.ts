import type { Ctx } from '../context.ts'
import { commit } from '../database/commit.ts'
import { expireRows, lapsedOutsideOrders, lapsedPlaces } from './registration-rows.ts'
import { pageTags } from './registration-steps.ts'

/**
 * The clock's part for what was never submitted: a hold in no order, or in a draft, whose time is over (15 minutes or the program's,
 * `spots/hold-clock.ts`) expires and its place is free; the draft keeps its items. A submitted order that is not paid expires by
 * `payments/expire-unpaid-orders.ts`, which asks the provider first.
 */
export async function expireLapsedHolds(ctx: Ctx): Promise<number> {
  const lapsed = lapsedOutsideOrders(ctx.now)
  const places = await lapsedPlaces(ctx.db, lapsed)

  if (places.length === 0) return 0
  for (const place of places) ctx.request.invalidateTags(...pageTags(place))

  await commit(ctx, expireRows(ctx.db, lapsed, ctx.now))
  return places.length
}
