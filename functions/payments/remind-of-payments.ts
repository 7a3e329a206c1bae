import type { Ctx } from '../context.ts'
import { commit } from '../database/commit.ts'
import { recordEvent } from '../database/outbox.ts'
import { withinBudget } from '../database/within-budget.ts'
import { ordersDueSoon } from './payment-rows.ts'

/** How long before the money is due its customer is reminded, in ms. */
const remindBeforeMs = 2 * 86_400_000

/** The clock's part: customers who promised money that is due in two days are reminded once, and so is the organisation that takes it. */
export async function remindOfPayments(ctx: Ctx): Promise<void> {
  const due = await ordersDueSoon(ctx.db, { now: ctx.now, until: ctx.now + remindBeforeMs })
  for (const { id, due_at } of withinBudget(ctx, due))
    await commit(ctx, [recordEvent(ctx, { kind: 'order.payment_due', ref: id, key: `${id}:due:${due_at}`, body: {} })])
}
