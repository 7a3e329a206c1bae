import type { OrganiserOrder, OrganiserOrderListQuery } from '../contract/desk.ts'
import { instant } from '../contract/instant.ts'
import { money } from '../contract/money.ts'
import { type List, list } from '../contract/paging.ts'
import type { Ctx } from '../context.ts'
import { amountRemaining } from '../orders/order-money.ts'
import { pageOfWaitingOrders } from './desk-rows.ts'

/** A program's orders that wait for money it takes itself, the most urgent first unless asked otherwise. */
export async function listWaitingOrders(
  ctx: Ctx,
  input: OrganiserOrderListQuery & { program_id: string },
): Promise<List<OrganiserOrder>> {
  const { rows, total } = await pageOfWaitingOrders(ctx.db, input)
  const data = rows.map(({ order, customer }): OrganiserOrder => {
    const inMoney = (amount: number) => money(amount, order.currency, ctx.language)
    return {
      id: order.id,
      object: 'organiser_order',
      program_id: order.program_id,
      status: order.status,
      receipt_number: order.receipt_number,
      customer_name: customer,
      amount_total: inMoney(order.amount_total),
      amount_paid: inMoney(order.amount_paid),
      amount_due: inMoney(amountRemaining(order)),
      due_at: instant(order.due_at),
      created: instant(order.created),
    }
  })
  return list(data, total, input)
}
