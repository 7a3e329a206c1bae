import type { Ctx } from '../../platform/context.ts'
import type { Statement } from '../../platform/database/database.ts'
import { finaliseRows, releaseRows, reserveRows } from './discount-rows.ts'

type InOrder = { id: string }

/**
 * With an order that becomes `pending`: each of its coupons is counted. The triggers on `discounts` (`coupon_limit_customer` for the
 * limit per customer) refuse the later of two, and with it the whole batch.
 */
export function reserveDiscounts(ctx: Ctx, order: InOrder): Statement[] {
  return [reserveRows(ctx.db, order.id)]
}

/** With an order that becomes `paid`: its discounts are final. */
export function finaliseDiscounts(ctx: Ctx, order: InOrder): Statement[] {
  return [finaliseRows(ctx.db, order.id, ctx.now)]
}

/** With an order that expires or is cancelled as a whole: its coupons may be used again. */
export function releaseDiscounts(ctx: Ctx, order: InOrder): Statement[] {
  return [releaseRows(ctx.db, order.id)]
}
