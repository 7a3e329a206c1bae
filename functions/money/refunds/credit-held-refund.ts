import { system } from '../../platform/actor.ts'
import type { Ctx } from '../../platform/context.ts'
import { commit } from '../../platform/database/commit.ts'
import { guard } from '../../platform/database/guard.ts'
import { transitionRow } from '../../platform/database/history.ts'
import { creditRefund } from '../balances/balance-ledger.ts'
import { issueCreditNote } from '../orders/issue-receipt.ts'
import { loadOrder } from '../orders/load-order.ts'
import { changeRefund, refundWithPayment } from './refund-rows.ts'

/** Credits a refund to the balance once it can no longer be undone. A second run finds it credited. */
export async function creditHeldRefund(
  ctx: Ctx,
  { ref, body }: { ref: string; body: Record<string, unknown> },
): Promise<void> {
  const found = await refundWithPayment(ctx.db, ref)
  if (found?.refund.status !== 'pending') return
  const { refund } = found
  const order = await loadOrder(ctx, refund.order_id)
  await commit(ctx, [
    changeRefund(ctx.db, refund, { status: 'succeeded', step: refund.step + 1, updated: ctx.now }),
    guard(ctx.db, 'refund_done'),
    transitionRow(ctx, 'refund', refund, 'succeeded', { actor: system }),
    ...creditRefund(ctx, order, {
      ...{ id: refund.id, amount: refund.amount, actor: system },
      notify: body['notify'] !== false,
    }),
    ...issueCreditNote(ctx, refund, order),
  ])
}
