import type { Ctx } from '../../platform/context.ts'
import { literal } from '../../platform/database/guard.ts'
import { minuteMs, relaxedLimitMultiplier } from '../../contract/limits.ts'
import { type OrderRow, sqlOfUnpaidOrders } from './order-rows.ts'

/** Unpaid orders of one customer in one program at a time. */
const maxUnpaidOrders = 3
/** An empty cart counts as long as a hold could have lasted: one that was left behind blocks no one. */
const emptyCartMs = 45 * minuteMs

/** The guard's condition that there is room for one more unpaid order; times 100 with `RATE_LIMITS=wide`. */
export function unpaidOrdersBelow(ctx: Ctx, order: Pick<OrderRow, 'customer_id' | 'program_id'>) {
  const most = maxUnpaidOrders * (ctx.env.RATE_LIMITS === 'wide' ? relaxedLimitMultiplier : 1)
  return sqlOfUnpaidOrders({
    customerId: literal(order.customer_id),
    programId: literal(order.program_id),
    now: literal(ctx.now),
    emptySince: literal(ctx.now - emptyCartMs),
    most: literal(most),
  })
}
