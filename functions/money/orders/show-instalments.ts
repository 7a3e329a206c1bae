import { instant } from '../../contract/instant.ts'
import { money, type SoldByProgram } from '../../contract/display-money.ts'
import type { Instalment, InstalmentDue } from '../../contract/offering/payment-plan.ts'
import type { Ctx } from '../../platform/context.ts'
import { amountOfPart, plannedParts } from './instalments.ts'
import type { InstalmentRow } from './instalment-rows.ts'
import type { LoadedOrder } from './load-order.ts'
import * as orderStates from '../../contract/states/order-states.ts'

type Reader = SoldByProgram & { language: string }

/**
 * The instalments of an order as its owner sees them. A cart has no instalments yet, and neither has an unpaid order
 * that ended.
 */
export function showInstalments(
  { status, paid_at, instalments }: Pick<LoadedOrder, 'status' | 'paid_at' | 'instalments'>,
  reader: Reader,
): Instalment[] {
  if (orderStates.cart.has(status) || (status === 'cancelled' && paid_at === null)) return []
  return instalments.map((part) => showInstalment(part, reader))
}

function showInstalment(part: InstalmentRow, reader: Reader): Instalment {
  const { id, position, status, due_on, amount, payment_id, paid_at, next_try_at } = part
  return {
    id,
    object: 'instalment',
    position,
    status,
    due_on,
    amount: money(status === 'cancelled' ? amount : amountOfPart(part), reader, reader.language),
    payment_id,
    paid_at: instant(paid_at),
    next_try_at: instant(next_try_at),
  }
}

/** The instalments in which an order may be paid by card now, the first today; empty if it is paid at once. */
export function showPlannedParts(ctx: Ctx, order: LoadedOrder): InstalmentDue[] {
  return (plannedParts(order, ctx.now) ?? []).map(({ due_on, amount }) => ({
    due_on,
    amount: money(amount, order, ctx.language),
  }))
}
