import type { Ctx } from '../../platform/context.ts'
import { commit } from '../../platform/database/commit.ts'
import { withinBudget } from '../../platform/run-budget.ts'
import { expireRows, lapsedOf, lapsedOutsideOrders, lapsedPlaces } from './registration-rows.ts'
import { pageTags } from './registration-steps.ts'

/**
 * Scheduled task for holds that were never submitted. A hold in no order, or in a draft, expires after its time (15
 * minutes or the program's, `booking/spots/hold-clock.ts`) and frees its place; the draft keeps its items. Unpaid
 * submitted orders expire in `money/payments/expire-unpaid-orders.ts`, which asks the provider first.
 */
export async function expireLapsedHolds(ctx: Ctx): Promise<void> {
  const lapsed = lapsedOutsideOrders(ctx.now)
  const places = await lapsedPlaces(ctx.db, lapsed)

  for await (const place of withinBudget(ctx, places)) {
    ctx.request.invalidateTags(...pageTags(place))
    await commit(ctx, expireRows(ctx.db, lapsedOf(lapsed, place), ctx.now))
  }
}
