import type { Ctx } from '../../platform/context.ts'
import type { Statement } from '../../platform/database/database.ts'
import { finaliseRows, releaseRows, reserveRows, restoreRows } from './discount-rows.ts'

type InOrder = { id: string }

/**
 * Counts the coupons of an order that becomes `pending`. When two orders compete for a coupon, the triggers on
 * `discounts` refuse the later order and its whole batch (`coupon_limit_customer` for the limit per customer).
 */
export function reserveDiscounts(ctx: Ctx, order: InOrder): Statement[] {
  return [reserveRows(ctx.db, order.id)]
}

/** Makes the discounts of an order final when it becomes `paid`. */
export function finaliseDiscounts(ctx: Ctx, order: InOrder): Statement[] {
  return [finaliseRows(ctx.db, order.id, ctx.now)]
}

/** Frees the coupons of an order that expires or is cancelled as a whole. */
export function releaseDiscounts(ctx: Ctx, order: InOrder): Statement[] {
  return [releaseRows(ctx.db, order.id)]
}

/** Counts the coupons of a cancelled order again that is paid again. The schema refuses a coupon without uses left. */
export function restoreDiscounts(ctx: Ctx, order: InOrder): Statement[] {
  return [restoreRows(ctx.db, order.id)]
}
