import type { Ctx } from '../../platform/context.ts'
import type { Statement } from '../../platform/database/database.ts'
import { finaliseRows, releaseRows, reserveRows } from './discount-rows.ts'

type InOrder = { id: string }

/**
 * For an order that becomes `pending`: counts its coupons. The triggers on `discounts` refuse the later of two orders
 * and its whole batch (`coupon_limit_customer` for the limit per customer).
 */
export function reserveDiscounts(ctx: Ctx, order: InOrder): Statement[] {
  return [reserveRows(ctx.db, order.id)]
}

/** For an order that becomes `paid`: makes its discounts final. */
export function finaliseDiscounts(ctx: Ctx, order: InOrder): Statement[] {
  return [finaliseRows(ctx.db, order.id, ctx.now)]
}

/** For an order that expires or is cancelled as a whole: frees its coupons for use again. */
export function releaseDiscounts(ctx: Ctx, order: InOrder): Statement[] {
  return [releaseRows(ctx.db, order.id)]
}
