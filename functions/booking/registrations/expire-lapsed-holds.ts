import type { Ctx } from '../../platform/context.ts'
import { commit } from '../../platform/database/commit.ts'
import { withinBudget } from '../../platform/run-budget.ts'
import { expireRows, lapsedOf, lapsedOutsideOrders, lapsedPlaces } from './registration-rows.ts'
import { pageTags } from './registration-steps.ts'

/**
 * The clock's part for what was never submitted: a hold in no order, or in a draft, whose time is over (15 minutes or the program's,
 * `booking/spots/hold-clock.ts`) expires and its place is free; the draft keeps its items. A submitted order that is not paid expires by
 * `money/payments/expire-unpaid-orders.ts`, which asks the provider first.
 */
export async function expireLapsedHolds(ctx: Ctx): Promise<void> {
  const lapsed = lapsedOutsideOrders(ctx.now)
  const places = await lapsedPlaces(ctx.db, lapsed)

  for await (const place of withinBudget(ctx, places)) {
    ctx.request.invalidateTags(...pageTags(place))
    await commit(ctx, expireRows(ctx.db, lapsedOf(lapsed, place), ctx.now))
  }
}
