import type { Ctx } from '../../platform/context.ts'
import { literal } from '../../platform/database/guard.ts'
import { minuteMs, relaxedLimitMultiplier } from '../../contract/limits.ts'
import { type OrderRow, sqlOfUnpaidOrders } from './order-rows.ts'

/** Maximum number of unpaid orders of one customer in one program. */
const maxUnpaidOrders = 3
/** How long an empty cart counts: as long as a hold can last, so that an abandoned cart blocks no one. */
const emptyCartMs = 45 * minuteMs

/** SQL condition: the customer may open one more unpaid order. `RATE_LIMITS=wide` multiplies the limit by 100. */
export function unpaidOrdersBelow(ctx: Ctx, order: Pick<OrderRow, 'customer_id' | 'program_id'>) {
  const max = maxUnpaidOrders * (ctx.env.RATE_LIMITS === 'wide' ? relaxedLimitMultiplier : 1)
  return sqlOfUnpaidOrders({
    customerId: literal(order.customer_id),
    programId: literal(order.program_id),
    now: literal(ctx.now),
    emptySince: literal(ctx.now - emptyCartMs),
    max: literal(max),
  })
}
